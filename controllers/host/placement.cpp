// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/placement.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>

namespace lightsout {
namespace {

constexpr std::int64_t ms = 1'000'000;
// Exchanges that a mode gets before it is judged.
constexpr unsigned enough = 16;
// The first exchanges of a mode are not measured: everything is still where it was.
constexpr unsigned warm_up = 4;
// A single controller that thinks so long is left where the scheduler puts it: a wake-up is small against that, and
// what threads it starts must not inherit a single processor.
constexpr double long_thinking_ns = 1e6;
// Below this an exchange cannot gain by thinking at the same time.
constexpr double worth_a_trial_ns = 150e3;

std::int64_t clock_ns(clockid_t clock) {
  timespec t{};
  ::clock_gettime(clock, &t);
  return t.tv_sec * 1'000'000'000ll + t.tv_nsec;
}

}  // namespace

Placement::Placement() : trial_pause_ns_(1000 * ms), crowd_pause_ns_(500 * ms) {
  CPU_ZERO(&allowed_);
  may_pin_ = ::sched_getaffinity(0, sizeof allowed_, &allowed_) == 0 && CPU_COUNT(&allowed_) > 1;
}

Placement::~Placement() { enter(Mode::Free); }

void Placement::place(pid_t who, const cpu_set_t& set) {
  // A process that has just ended is none to place.
  static_cast<void>(::sched_setaffinity(who, sizeof set, &set));
}

void Placement::add(pid_t controller) {
  enter(Mode::Free);
  controllers_.push_back(controller);
}

void Placement::remove(pid_t controller) { std::erase(controllers_, controller); }

void Placement::begin_exchange() {
  handed_ = 0;
  begun_ns_ = clock_ns(CLOCK_MONOTONIC);
}

void Placement::end_exchange() {
  if (!may_pin_) return;
  const std::int64_t now = clock_ns(CLOCK_MONOTONIC);
  if (++exchanges_ > warm_up) {
    sum_ns_ += static_cast<double>(now - begun_ns_);
    largest_ = std::max(largest_, handed_);
    if (exchanges_ >= warm_up + enough) decide(now);
  }
  begun_ns_ = now;
}

void Placement::enter(Mode mode) {
  if (!may_pin_) return;
  exchanges_ = 0;
  sum_ns_ = 0;
  largest_ = 0;
  if (mode == mode_) return;
  mode_ = mode;
  cpu_set_t set = allowed_;
  if (mode == Mode::Shared) {
    const int here = ::sched_getcpu();
    if (here < 0) return;
    CPU_ZERO(&set);
    CPU_SET(here, &set);
    engine_thread_ = ::gettid();
  }
  if (engine_thread_ != 0) place(engine_thread_, set);
  for (const pid_t controller : controllers_) place(controller, set);
  wall_seen_ns_ = 0;
}

// The scheduler leaves together what slept together: each controller is bound to a processor of its own.
void Placement::spread() {
  enter(Mode::Spread);
  std::vector<int> processors;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &allowed_)) processors.push_back(i);
  for (std::size_t i = 0; i < controllers_.size(); ++i) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processors[i % processors.size()], &one);
    place(controllers_[i], one);
  }
}

bool Placement::is_crowded() {
  const std::int64_t wall = clock_ns(CLOCK_MONOTONIC);
  std::int64_t work = clock_ns(CLOCK_THREAD_CPUTIME_ID);
  for (const pid_t controller : controllers_) {
    clockid_t clock;
    if (::clock_getcpuclockid(controller, &clock) == 0) work += clock_ns(clock);
  }
  const bool known = wall_seen_ns_ != 0;
  const double share =
      known ? static_cast<double>(work - work_seen_ns_) / static_cast<double>(wall - wall_seen_ns_) : 1;
  wall_seen_ns_ = wall;
  work_seen_ns_ = work;
  return share < 0.7;
}

void Placement::decide(std::int64_t now) {
  const double mean_ns = sum_ns_ / (exchanges_ - warm_up);
  switch (mode_) {
    case Mode::Free:
      if (largest_ < 2 && mean_ns > long_thinking_ns) break;
      enter(Mode::Shared);
      next_crowd_ns_ = now + crowd_pause_ns_;
      return;
    case Mode::Shared:
      if (largest_ < 2 && mean_ns > long_thinking_ns) {
        enter(Mode::Free);
        return;
      }
      if (largest_ > 1 && mean_ns > worth_a_trial_ns && now >= next_trial_ns_) {
        shared_ns_ = mean_ns;
        spread();
        return;
      }
      if (now < next_crowd_ns_) break;
      next_crowd_ns_ = now + crowd_pause_ns_;
      if (!is_crowded()) break;
      // The scheduler finds us another place: a few free exchanges, then wherever we are. Not too often.
      crowd_pause_ns_ = std::min<std::int64_t>(2 * crowd_pause_ns_, 60'000 * ms);
      enter(Mode::Free);
      return;
    case Mode::Spread:
      if (largest_ > 1 && mean_ns < 0.9 * shared_ns_) break;
      // Sharing was as good. The next trial waits longer.
      trial_pause_ns_ = std::min<std::int64_t>(2 * trial_pause_ns_, 60'000 * ms);
      next_trial_ns_ = now + trial_pause_ns_;
      enter(Mode::Shared);
      return;
  }
  // A window slides by halves.
  if (exchanges_ > warm_up + 16 * enough) {
    exchanges_ = warm_up;
    sum_ns_ = 0;
    largest_ = 0;
  }
}

}  // namespace lightsout
