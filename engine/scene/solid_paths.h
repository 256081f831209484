// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which solid bears which path. A scene of many robots looks for a free path 35 times for each: the table lies in one
// piece, and what it holds of a path is its hash.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lightsout {

class Solid;

class SolidPaths {
 public:
  // False if another solid has it. True: the solid's path is set to it before the next call.
  bool take(std::string_view path, Solid& solid);
  // nullptr: none.
  Solid* find(std::string_view path) const;

 private:
  struct Entry {
    std::size_t hash = 0;
    Solid* solid = nullptr;  // nullptr: free
  };

  // Of the path, or of the free entry where it would be. Not of an empty table.
  std::size_t place_of(std::string_view path, std::size_t hash) const;
  void grow();

  std::vector<Entry> entries_;  // a power of two, at most half of them taken
  std::size_t taken_ = 0;
};

}  // namespace lightsout
