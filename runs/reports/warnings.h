// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run was warned of, in short.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lightsout {

struct Warnings {
  static constexpr std::size_t most_kept = 10;

  int count = 0;
  std::vector<std::string> first;          // a line each
  std::vector<std::string> not_simulated;  // what of the world is left out of the simulation, among them or not

  void add(std::string text) {
    ++count;
    if (first.size() < most_kept) first.push_back(std::move(text));
  }
};

}  // namespace lightsout
