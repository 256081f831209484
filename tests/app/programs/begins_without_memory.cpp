// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Threads whose first call of the allocator comes when there is no memory left. They go on, and are refused more, or it
// crashes.
#include <sys/resource.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <vector>

#include "app/heap.h"

namespace {

constexpr int count = 4;
constexpr std::size_t large = 1 << 20, block = 64 << 10;  // bytes

// All at once; how many were refused a large piece.
int run_threads() {
  std::atomic<int> begun = 0, refused = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&] {
      void* volatile piece = std::malloc(large);
      refused += piece == nullptr;
      std::free(piece);
      ++begun;
      begun.notify_all();
      for (int now = begun; now < count; now = begun) begun.wait(now);
    });
  for (std::thread& thread : threads) thread.join();
  return refused;
}

}  // namespace

int main() {
  lightsout::set_up_heap();
  // The C library keeps their stacks for the next ones.
  if (run_threads() != 0) return EXIT_FAILURE;
  // Nothing can be mapped from here on, and what was is used up.
  const rlimit none{0, 0};
  if (::setrlimit(RLIMIT_AS, &none) != 0) return EXIT_FAILURE;
  void** last = nullptr;
  while (void** const next = static_cast<void**>(std::malloc(block))) {
    *next = last;
    last = next;
  }
  return last && run_threads() == count ? EXIT_SUCCESS : EXIT_FAILURE;
}
