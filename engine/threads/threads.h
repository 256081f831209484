// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The threads that work for one simulation: its own and helpers. What they make does not depend on how many there are,
// nor on which makes what: each piece of work writes what is its own and reads what stands still meanwhile.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace lightsout {

class Threads {
 public:
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

  // `count` with that of the caller; 0: one for each core that has nothing else to do, which is looked at now and then.
  // They start with the first work that is for several, and may run where the caller of this may.
  explicit Threads(int count = 0);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // The numbers of threads are less than this.
  std::size_t most() const { return most_; }
  // How many would work now.
  std::size_t ready();
  // work(i, thread) for each i below `count`, each once, by at most `of_these` threads; returns when all are done. If
  // some throw, what the first of them threw is thrown, of those that there are. Not from within work. Allocates
  // nothing once the threads run.
  template <class Work>
  void run(std::size_t count, const Work& work, std::size_t of_these = all) {
    run({[](const void* what, std::size_t i, std::size_t thread) { (*static_cast<const Work*>(what))(i, thread); },
         &work},
        count, of_these);
  }
  // The same in runs of neighbours: work(begin, end, thread), about `size` of them each.
  template <class Work>
  void run_pieces(std::size_t count, std::size_t size, const Work& work, std::size_t of_these = all) {
    const std::size_t pieces = (count + size - 1) / size;
    run(
        pieces,
        [&](std::size_t piece, std::size_t thread) {
          work(count * piece / pieces, count * (piece + 1) / pieces, thread);
        },
        of_these);
  }
  // The number of the thread that this runs on; 0: none of the helpers.
  static std::size_t here();

 private:
  struct Job {
    void (*call)(const void* work, std::size_t i, std::size_t thread) = nullptr;
    const void* work = nullptr;
  };
  void run(const Job& job, std::size_t count, std::size_t of_these);
  void start(std::size_t count);
  void serve(std::size_t thread);
  bool take_part(std::size_t thread);
  void do_one(std::size_t i, std::size_t thread);
  std::size_t idle_cores();

  std::size_t most_;
  bool takes_idle_;  // cores
  std::size_t idle_ = 0;
  std::int64_t next_look_ns_ = 0;
  cpu_set_t allowed_;
  std::vector<std::thread> helpers_;

  // Of the job at hand: how many pieces are left, and how many threads may take one. One word, so that who takes a
  // piece has looked at both of the same job.
  struct alignas(std::uint64_t) ToDo {
    std::uint32_t left = 0, limit = 0;
  };
  static_assert(std::atomic<ToDo>::is_always_lock_free);

  // The job at hand. Whoever takes the last of what is left of it has the index that is one less; between jobs nothing
  // is left, so that a helper that comes late finds nothing.
  Job job_;
  std::atomic<ToDo> to_do_;
  std::atomic<std::uint32_t> done_ = 0, bell_ = 0, sleepers_ = 0;
  std::atomic<bool> caller_sleeps_ = false, ends_ = false;
  std::uint32_t count_ = 0;

  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::size_t failed_ = 0;  // its index
};

}  // namespace lightsout
