// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Threads whose first call of the allocator frees memory, beside others that do the same. It ends, or waits for itself.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#include "app/heap.h"

int main() {
  lightsout::set_up_heap();
  for (int round = 0; round < 50; ++round) {
    std::vector<void*> blocks;
    for (std::size_t i = 0; i < 4000; ++i) {
      blocks.push_back(std::malloc(1024 * (1 + i % 60)));
      if (!blocks.back()) return EXIT_FAILURE;
    }
    std::vector<std::thread> threads;
    constexpr std::size_t count = 4;
    for (std::size_t first = 0; first < count; ++first)
      threads.emplace_back([&blocks, first] {
        for (std::size_t i = first; i < blocks.size(); i += count) std::free(blocks[i]);
      });
    for (std::thread& thread : threads) thread.join();
  }
  // Aligned more than the system does by itself, and never over one another.
  std::vector<char*> pieces;
  constexpr std::size_t size = 3 << 20, alignment = 4 << 20;  // bytes
  for (int i = 0; i < 8; ++i) {
    char* piece = static_cast<char*>(std::aligned_alloc(alignment, 2 * alignment));
    if (!piece || reinterpret_cast<std::uintptr_t>(piece) % alignment != 0) return EXIT_FAILURE;
    std::fill_n(piece, size, static_cast<char>(i));
    pieces.push_back(piece);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!std::all_of(pieces[i], pieces[i] + size, [i](char c) { return c == static_cast<char>(i); }))
      return EXIT_FAILURE;
    std::free(pieces[i]);
  }
  return EXIT_SUCCESS;
}
