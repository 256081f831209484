// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/run_watch.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

#include "engine/programs/thread_without_signals.h"
#include "limits/limits.h"
#include "plugins/host/guard/callback_guard.h"
#include "runs/sandbox/sandbox_processes.h"

namespace lightsout {
namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

// Between two looks at the memory: soon at first, since most runs are short.
constexpr Seconds first_look = 5ms, look_every = 200ms;

std::optional<Ending> over_memory(std::int64_t bytes) {
  if (bytes <= value_of(Limit::RunMemory)) return {};
  return Ending{Outcome::EnvironmentFailed,
                fmt::format("it fills {} bytes of memory: {}", bytes, how_to_raise(Limit::RunMemory))};
}

}  // namespace

RunWatch::RunWatch(std::optional<double> wall_s, std::atomic<bool>& interrupted,
                   std::function<void(const Ending&)> end_now)
    : wall_s_(wall_s),
      limits_memory_(value_of(Limit::RunMemory) < no_limit),
      interrupted_(interrupted),
      end_now_(std::move(end_now)) {
  if (!wall_s_ && !limits_memory_) return;
  thread_ = thread_without_signals([this] { run(); });
}

RunWatch::~RunWatch() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  condition_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::optional<Ending> RunWatch::ending() const {
  const std::lock_guard lock(mutex_);
  return ending_;
}

std::optional<Ending> RunWatch::exceeded() const {
  if (wall_s_ && Clock::now() - start_ >= Seconds(*wall_s_))
    return Ending{Outcome::OutOfTime,
                  fmt::format("it took longer than {:g} s of wall-clock time (--wall-limit)", *wall_s_)};
  if (!limits_memory_) return {};
  const std::int64_t memory = memory_of_run();
  return over_memory(memory);
}

std::optional<Ending> RunWatch::exceeded_at_peak() const {
  if (!limits_memory_) return {};
  std::int64_t most = 0;
  for (const auto whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage use{};
    if (::getrusage(whose, &use) == 0) most = std::max(most, std::int64_t(use.ru_maxrss) * 1024);
  }
  return over_memory(most);
}

void RunWatch::run() {
  ::pthread_setname_np(::pthread_self(), "run watch");
  std::unique_lock lock(mutex_);
  const auto stops = [this] { return stop_; };
  Seconds next_look = first_look;
  while (!stop_) {
    const Seconds left = Seconds(wall_s_.value_or(1e9)) - (Clock::now() - start_);
    const Seconds most = limits_memory_ ? next_look : Seconds(1000);
    next_look = std::min(2 * next_look, look_every);
    condition_.wait_for(lock, std::clamp(left, Seconds(1ms), most), stops);
    if (stop_) return;
    lock.unlock();
    std::optional<Ending> found = exceeded();
    lock.lock();
    if (!found) continue;
    ending_ = std::move(found);
    interrupted_ = true;
    CallbackGuard::hurry();
    if (condition_.wait_for(lock, grace, stops)) return;
    const Ending last = *ending_;
    lock.unlock();
    return end_now_(last);
  }
}

}  // namespace lightsout
