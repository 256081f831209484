// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/placement.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <ranges>
#include <string>

namespace lightsout {

struct Placement::Thinker {
  pid_t pid;
  int processor = -1;  // where it is held; -1: nowhere
  unsigned turns = 0;  // since the last look
  std::int64_t work_seen_ns = 0;
  double thinking_ns = 0;  // of a turn
};

namespace {

constexpr std::int64_t ms = 1'000'000;
// The first exchange is that of the controllers' starts. What the next few take decides where they run.
constexpr unsigned first_exchanges = 4;
// Exchanges from one look to the next in the long run; at first it is the doubles of the first ones.
constexpr unsigned most_exchanges = 256;
// What waking a controller elsewhere and being woken by it takes. Whoever thinks longer may be elsewhere, and stays
// there until it thinks half as long.
constexpr double wake_up_ns = 100e3;
// A wake-up is small against that: one that thinks so long on its own is left where the scheduler puts it, and so is
// one with threads of its own, which must not all have a single processor.
constexpr double long_thinking_ns = 1e6;
// Of the wall clock's time, what the engine and its controllers get of a processor that they have for themselves.
constexpr double least_share = 0.7;

std::int64_t clock_ns(clockid_t clock) {
  timespec t{};
  ::clock_gettime(clock, &t);
  return t.tv_sec * 1'000'000'000ll + t.tv_nsec;
}

cpu_set_t only(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return set;
}

// A process that has just ended is none to place.
void set_affinity(pid_t thread, const cpu_set_t& set) {
  static_cast<void>(::sched_setaffinity(thread, sizeof set, &set));
}

std::string threads_of(pid_t process) { return fmt::format("/proc/{}/task", process); }

bool has_threads(pid_t process) {
  struct stat about;
  return ::stat(threads_of(process).c_str(), &about) == 0 && about.st_nlink > 3;  // two of the folder's own
}

}  // namespace

Placement::Placement() : move_pause_ns_(500 * ms) {
  CPU_ZERO(&allowed_);
  if (::sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) return;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &allowed_)) processors_.push_back(i);
}

Placement::~Placement() { leave_free(); }

int Placement::processor_of(const Thinker& controller) { return controller.processor; }

Placement::Thinker& Placement::add(pid_t controller) {
  leave_free();
  return *controllers_.emplace_back(std::make_unique<Thinker>(controller));
}

void Placement::remove(Thinker& controller) {
  std::erase_if(controllers_, [&](const auto& one) { return one.get() == &controller; });
}

void Placement::handed(Thinker& controller) {
  ++outstanding_;
  ++controller.turns;
}

// All is where the scheduler wants it, and is looked at as at the start.
void Placement::leave_free() {
  hold_engine(-1);
  for (const auto& controller : controllers_) hold(*controller, -1);
  exchanges_ = 0;
  next_look_ = 1;
}

void Placement::end_exchange() {
  if (processors_.size() < 2 || ++exchanges_ < next_look_) return;
  const bool is_first = exchanges_ == 1;
  next_look_ = is_first ? first_exchanges : std::min(2 * exchanges_, exchanges_ + most_exchanges);
  if (is_first)
    static_cast<void>(read_clocks());
  else
    look();
}

void Placement::look() {
  const bool is_crowded = read_clocks();
  if (home_ >= 0 && is_crowded && wall_seen_ns_ >= next_move_ns_) {
    // The scheduler finds us another place: a few free exchanges, then wherever we are. Not too often.
    next_move_ns_ = wall_seen_ns_ + move_pause_ns_;
    move_pause_ns_ = std::min<std::int64_t>(2 * move_pause_ns_, 60'000 * ms);
    return leave_free();
  }
  place();
}

// How long controllers think. True: all are where the engine is, and others take much of that processor's time.
bool Placement::read_clocks() {
  const std::int64_t wall = clock_ns(CLOCK_MONOTONIC), engine = clock_ns(CLOCK_THREAD_CPUTIME_ID);
  std::int64_t work = engine - work_seen_ns_;
  bool are_together = home_ >= 0;
  for (const auto& controller : controllers_) {
    clockid_t clock;
    if (::clock_getcpuclockid(controller->pid, &clock) != 0) continue;
    const std::int64_t now = clock_ns(clock), taken = now - controller->work_seen_ns;
    if (controller->turns > 0) controller->thinking_ns = double(taken) / controller->turns;
    controller->turns = 0;
    controller->work_seen_ns = now;
    are_together = are_together && controller->processor == home_;
    work += taken;
  }
  const bool is_crowded = are_together && double(work) < least_share * double(wall - wall_seen_ns_);
  wall_seen_ns_ = wall;
  work_seen_ns_ = engine;
  return is_crowded;
}

// By thinking all at the same time, by two wake-ups more.
bool Placement::is_worth_spreading() const {
  double sum = 0, longest = 0;
  for (const auto& controller : controllers_) {
    sum += controller->thinking_ns;
    longest = std::max(longest, controller->thinking_ns);
  }
  return sum - std::max(longest, sum / double(processors_.size())) > wake_up_ns / 2;
}

// Where each controller is to be: short thinkers at `home`, the others where there is least to do.
std::vector<int> Placement::spread(int home) const {
  std::vector<double> loads(processors_.size());
  std::vector<int> places;
  const auto is_long = [](const Thinker& one) {
    const bool is_elsewhere = one.processor >= 0;
    return one.thinking_ns > (is_elsewhere ? wake_up_ns / 2 : wake_up_ns);
  };
  const std::size_t at_home = std::size_t(std::ranges::find(processors_, home) - processors_.begin());
  for (const auto& one : controllers_)
    if (!is_long(*one)) loads[at_home] += one->thinking_ns;
  for (const auto& one : controllers_) {
    if (!is_long(*one)) {
      places.push_back(home);
    } else {
      const auto least = std::ranges::min_element(loads);
      *least += one->thinking_ns;
      places.push_back(processors_[std::size_t(least - loads.begin())]);
    }
  }
  return places;
}

void Placement::place() {
  const int home = home_ >= 0 ? home_ : ::sched_getcpu();
  if (home < 0 || !CPU_ISSET(home, &allowed_)) return;
  if (is_worth_spreading()) {
    const std::vector<int> places = spread(home);
    hold_engine(home);
    for (std::size_t i = 0; i < places.size(); ++i) {
      Thinker& one = *controllers_[i];
      hold(one, one.thinking_ns > long_thinking_ns && has_threads(one.pid) ? -1 : places[i]);
    }
    return;
  }
  const bool is_on_its_own = std::ranges::any_of(
      controllers_, [](const auto& controller) { return controller->thinking_ns > long_thinking_ns; });
  hold_engine(is_on_its_own ? -1 : home);
  for (const auto& controller : controllers_) hold(*controller, is_on_its_own ? -1 : home);
}

void Placement::hold_engine(int processor) {
  if (processor == home_) return;
  home_ = processor;
  if (processor >= 0) engine_thread_ = ::gettid();
  set_affinity(engine_thread_, processor >= 0 ? only(processor) : allowed_);
}

// The threads of one that is left free may have come while it was held.
void Placement::hold(Thinker& controller, int processor) const {
  if (processor == controller.processor) return;
  controller.processor = processor;
  if (processor >= 0) return set_affinity(controller.pid, only(processor));
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator(threads_of(controller.pid), error))
    set_affinity(std::atoi(thread.path().filename().c_str()), allowed_);
}

}  // namespace lightsout
