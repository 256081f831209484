// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sees to it that a run keeps to its limits of wall-clock time and memory: a thread that interrupts it, as a signal
// does, and where even that does not end it says so to who can end the process.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "runs/reports/outcome.h"

namespace lightsout {

class RunWatch {
 public:
  // `wall_s`: from now on. Memory is Limit::RunMemory. `interrupted` is set when one is used up. `end_now` is called,
  // by the thread, when the run has gone on for `grace` behind that. Without limits there is no thread.
  RunWatch(std::optional<double> wall_s, std::atomic<bool>& interrupted, std::function<void(const Ending&)> end_now);
  ~RunWatch();
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  // For which limit the run was interrupted; none if a signal did that, or nobody.
  std::optional<Ending> ending() const;

  // Of a run that is over: the limit of memory, where one of its processes alone has been beyond it at any time.
  std::optional<Ending> exceeded_at_peak() const;

  // What controllers, plugins and builds get to end: more than each of them takes.
  static constexpr std::chrono::seconds grace{10};

 private:
  using Clock = std::chrono::steady_clock;
  void run();
  std::optional<Ending> exceeded() const;

  const Clock::time_point start_ = Clock::now();
  const std::optional<double> wall_s_;
  const bool limits_memory_;
  std::atomic<bool>& interrupted_;
  const std::function<void(const Ending&)> end_now_;
  mutable std::mutex mutex_;
  std::condition_variable condition_;
  std::optional<Ending> ending_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace lightsout
