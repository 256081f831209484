// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Memory that a loop over many things touches, asked for before its turn comes. A processor foresees what lies in a
// row, but not what lies behind pointers: where the things of a scene do not fit into its cache, most of a step would
// be waiting. What is asked for too early or in vain costs little; nothing but time depends on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace lightsout {

class CacheLines {
 public:
  static constexpr std::size_t size = 64;  // of one, in bytes; a processor's other size costs time, no more

  static void prefetch(const void* memory, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(memory);
    for (std::size_t i = 0; i < bytes; i += size) __builtin_prefetch(begin + i);
  }

  void clear() { runs_.clear(); }
  void add(const void* memory, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory) / size * size,
               end = reinterpret_cast<std::uintptr_t>(memory) + bytes;
    for (std::uintptr_t line = begin; line < end; line += most * size)
      runs_.push_back(line + std::min(most, (end - line + size - 1) / size) - 1);
  }
  void prefetch() const {
    for (const std::uintptr_t run : runs_) {
      const auto* line = reinterpret_cast<const std::byte*>(run & ~(size - 1));
      for (const auto* last = line + run % size * size; line < last; line += size) __builtin_prefetch(line);
      __builtin_prefetch(line);
    }
  }

 private:
  // Lines in a row: the first one's address, and in the low bits, which are 0 there, how many follow it.
  static constexpr std::size_t most = size;
  std::vector<std::uintptr_t> runs_;
};

// A loop has come to its thing number `at`: loads what memory_of(thing), CacheLines, says of the next one. What that
// asks of the one after it is at its beginning.
template <class Things, class MemoryOf>
void prefetch_ahead(const Things& things, std::size_t at, MemoryOf memory_of) {
  constexpr std::size_t beginning = 5 * CacheLines::size;
  if (at + 2 < things.size()) CacheLines::prefetch(&*things[at + 2], std::min(beginning, sizeof *things[at + 2]));
  if (at + 1 < things.size()) std::invoke(memory_of, *things[at + 1]).prefetch();
}

// Calls act(thing) for each of them in order, looking ahead.
template <class Things, class MemoryOf, class Act>
void for_each_ahead(const Things& things, MemoryOf memory_of, Act act) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    prefetch_ahead(things, i, memory_of);
    act(*things[i]);
  }
}

}  // namespace lightsout
