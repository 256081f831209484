// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Work for several threads: each piece once, whoever does it, and what fails.
#include "engine/threads/threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace lightsout;

// So many more of this thread are granted; below 0: all.
static thread_local int allocations_left = -1;

void* operator new(std::size_t size) {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("Each piece of work is done once by a thread of the number that it is told") {
  const int count = GENERATE(1, 2, 3, 8);
  Threads threads(count);
  CHECK(threads.most() == std::size_t(count));
  for (const std::size_t pieces : {0, 1, 2, 7, 100}) {
    for (int turn = 0; turn < 200; ++turn) {
      std::vector<int> times(pieces, 0);
      std::atomic<int> strange = 0;
      threads.run(pieces, [&](std::size_t i, std::size_t thread) {
        ++times[i];
        strange += thread >= threads.most() || thread != Threads::here();
      });
      REQUIRE(times == std::vector<int>(pieces, 1));
      REQUIRE(strange == 0);
    }
  }
  CHECK(Threads::here() == 0);
}

TEST_CASE("Runs of neighbours cover all once, in pieces of about the size") {
  Threads threads(3);
  for (const std::size_t count : {0, 1, 5, 64, 1000})
    for (const std::size_t size : {1, 7, 64, 2000}) {
      std::vector<int> times(count, 0);
      std::atomic<std::size_t> largest = 0;
      threads.run_pieces(count, size, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t i = begin; i < end; ++i) ++times[i];
        for (std::size_t seen = largest; seen < end - begin && !largest.compare_exchange_weak(seen, end - begin);) {
        }
      });
      CHECK(times == std::vector<int>(count, 1));
      CHECK(largest <= size);
    }
}

TEST_CASE("Of what pieces of work throw, the first piece's is thrown, and all pieces are done") {
  Threads threads(4);
  for (int turn = 0; turn < 100; ++turn) {
    std::atomic<int> done = 0;
    std::string what;
    try {
      threads.run(50, [&](std::size_t i, std::size_t) {
        ++done;
        if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    REQUIRE(what == "7");
    REQUIRE(done == 50);
  }
}

TEST_CASE("No more threads take part than are asked for") {
  Threads threads(8);
  threads.run(8, [](std::size_t, std::size_t) {});
  for (int turn = 0; turn < 100; ++turn) {
    std::atomic<std::size_t> largest = 0;
    threads.run(
        64,
        [&](std::size_t, std::size_t thread) {
          for (std::size_t seen = largest; seen < thread && !largest.compare_exchange_weak(seen, thread);) {
          }
        },
        2);
    REQUIRE(largest <= 1);
  }
}

// Whoever looked at the job before must not take a piece of this one.
TEST_CASE("No more threads take part than are asked for, in jobs that follow each other closely") {
  Threads threads(4);
  std::atomic<int> strange = 0;
  for (int turn = 0; turn < 5000; ++turn) {
    const std::size_t most = turn % 2 ? 4 : 2;
    threads.run(
        8, [&](std::size_t, std::size_t thread) { strange += thread >= most; }, most);
  }
  CHECK(strange == 0);
}

TEST_CASE("Where memory lacks for a thread the others do all, and signals come as before") {
  sigset_t before, after;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  for (int allocations = 0; allocations < 8; ++allocations) {
    Threads threads(3);
    std::array<int, 64> times{};
    allocations_left = allocations;
    threads.run(times.size(), [&](std::size_t i, std::size_t) { ++times[i]; });
    allocations_left = -1;
    CHECK(std::ranges::all_of(times, [](int n) { return n == 1; }));
    ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
    for (int signal = 1; signal < 32; ++signal) CHECK(::sigismember(&before, signal) == ::sigismember(&after, signal));
  }
}

TEST_CASE("Without a number there are no more threads than cores, and at least one") {
  Threads threads;
  CHECK(threads.ready() >= 1);
  CHECK(threads.ready() <= threads.most());
  std::vector<int> numbers(1000);
  threads.run(numbers.size(), [&](std::size_t i, std::size_t) { numbers[i] = int(i); });
  CHECK(std::accumulate(numbers.begin(), numbers.end(), 0) == 499500);
}
