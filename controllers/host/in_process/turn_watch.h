// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sees to it that a controller inside this process gives its turn back: a thread looks from time to time how long the
// turn lasts, and sends the engine's thread a signal in which the controller is left.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "controllers/host/processes/patience.h"

namespace lightsout {

class Log;

class TurnWatch {
 public:
  // Called on the controller's stack, in a handler of a signal. It does not return if it leaves the controller there.
  // `at` is the interrupted instruction; `is_asleep`: it is in a system call that a return would end early; if `must`
  // is false, the controller is left only where it holds nothing of others.
  using Leave = void (*)(void* controller, std::uintptr_t at, bool is_asleep, bool must);

  // One at a time; it watches the thread that makes it. `interrupted` as in HostOptions.
  TurnWatch(Leave leave, const std::atomic<bool>* interrupted, Log& log);
  ~TurnWatch();
  TurnWatch(const TurnWatch&) = delete;
  TurnWatch& operator=(const TurnWatch&) = delete;

  // A turn of the controller begins, and may last so long, wall-clock; unset: until the program is interrupted.
  // `title`: whose it is, in messages; it outlives the watch.
  void begin(void* controller, std::optional<double> limit_s, const std::string* title);
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  static void listen();
  void run();
  // Whether the turn is to be ended; `must_` says how.
  bool is_overdue(Clock::time_point now);
  void say_that_it_lasts(std::chrono::duration<double> spent);
  static void on_signal(int, siginfo_t*, void* context);

  Leave leave_;
  const std::atomic<bool>* interrupted_;
  Log& log_;
  pthread_t engine_;
  std::atomic<void*> controller_ = nullptr;  // whose turn it is
  std::atomic<std::uint64_t> turns_ = 0;
  std::atomic<double> limit_s_;
  std::atomic<const std::string*> title_ = nullptr;
  std::atomic<bool> must_ = false;
  // The thread's own:
  std::uint64_t seen_ = 0;
  Clock::time_point since_, overdue_since_;
  Patience patience_;
  bool was_overdue_ = false;
  std::mutex mutex_;
  std::condition_variable condition_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace lightsout
