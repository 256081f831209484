// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/threads/threads.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>
#include <utility>

namespace lightsout {
namespace {

// One step has several jobs: who waits for the next looks for it so long before it sleeps, since waking takes as long
// as a job.
constexpr std::int64_t patience_ns = 250'000;
constexpr std::int64_t second_ns = 1'000'000'000;

thread_local std::size_t number = 0;

std::int64_t now_ns() {
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * second_ns + t.tv_nsec;
}

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Looks for something that comes soon; false: it has not come.
template <class Came>
bool look_for(Came came) {
  const std::int64_t end = now_ns() + patience_ns;
  do {
    for (int i = 0; i < 32; ++i) {
      if (came()) return true;
      pause();
    }
  } while (now_ns() < end);
  return false;
}

// Of the whole machine, this one's among them; 0: not known.
int running_threads() {
  const int file = ::open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t size = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (size <= 0) return 0;
  text[size] = 0;
  int running = 0;
  return std::sscanf(text, "%*f %*f %*f %d/", &running) == 1 ? running : 0;
}

}  // namespace

Threads::Threads(int count) : takes_idle_(count <= 0) {
  CPU_ZERO(&allowed_);
  const bool known = ::sched_getaffinity(0, sizeof allowed_, &allowed_) == 0;
  const std::size_t cores = known ? std::size_t(std::max(1, CPU_COUNT(&allowed_))) : 1;
  most_ = takes_idle_ ? cores : std::size_t(count);
}

Threads::~Threads() {
  ends_ = true;
  ++bell_;
  bell_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

std::size_t Threads::here() { return number; }

std::size_t Threads::ready() { return takes_idle_ ? idle_cores() : most_; }

// Helpers that look for work run too, but are ours.
std::size_t Threads::idle_cores() {
  if (most_ == 1) return 1;
  const std::int64_t now = now_ns();
  if (now >= next_look_ns_) {
    next_look_ns_ = now + second_ns / 4;
    const int awake = int(helpers_.size()) - int(sleepers_.load());
    const int others = std::max(0, running_threads() - 1 - awake);
    idle_ = std::size_t(std::max(1, int(most_) - others));
  }
  return idle_;
}

void Threads::run(const Job& job, std::size_t count, std::size_t of_these) {
  const std::size_t threads = count <= 1 ? 1 : std::min({ready(), of_these, count});
  if (threads <= 1) {
    for (std::size_t i = 0; i < count; ++i) job.call(job.work, i, 0);
    return;
  }
  start(threads);
  job_ = job;
  count_ = std::uint32_t(count);
  done_ = 0;
  to_do_ = ToDo{std::uint32_t(count), std::uint32_t(threads)};
  ++bell_;
  if (sleepers_ > 0) bell_.notify_all();
  while (take_part(0)) {
  }
  if (!look_for([&] { return done_ == count_; })) {
    caller_sleeps_ = true;
    for (std::uint32_t done = done_; done != count_; done = done_) done_.wait(done);
    caller_sleeps_ = false;
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Threads::start(std::size_t count) {
  if (helpers_.size() + 1 >= count) return;
  // Signals are for the thread of the run.
  sigset_t every, before;
  sigfillset(&every);
  ::pthread_sigmask(SIG_SETMASK, &every, &before);
  while (helpers_.size() + 1 < count) {
    const std::size_t thread = helpers_.size() + 1;
    try {
      helpers_.emplace_back([this, thread] { serve(thread); });
    } catch (const std::system_error&) {
      break;  // the system gives no more of them: the others do all
    } catch (const std::bad_alloc&) {
      break;
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// The thread that starts it may be held on a single core.
void Threads::serve(std::size_t thread) {
  number = thread;
  static_cast<void>(::sched_setaffinity(0, sizeof allowed_, &allowed_));
  const auto has_work = [&] {
    const ToDo to_do = to_do_;
    return ends_ || (to_do.left > 0 && thread < to_do.limit);
  };
  for (;;) {
    while (take_part(thread)) {
    }
    if (ends_) return;
    if (look_for(has_work)) continue;
    ++sleepers_;
    const std::uint32_t rung = bell_;
    if (!has_work()) bell_.wait(rung);
    --sleepers_;
  }
}

bool Threads::take_part(std::size_t thread) {
  ToDo to_do = to_do_;
  do {
    if (to_do.left == 0 || thread >= to_do.limit) return false;
  } while (!to_do_.compare_exchange_weak(to_do, {to_do.left - 1, to_do.limit}));
  do_one(to_do.left - 1, thread);
  const std::uint32_t count = count_;
  if (++done_ == count && caller_sleeps_) done_.notify_all();
  return true;
}

void Threads::do_one(std::size_t i, std::size_t thread) {
  try {
    job_.call(job_.work, i, thread);
  } catch (...) {
    const std::lock_guard lock(failure_mutex_);
    if (failure_ && failed_ < i) return;
    failure_ = std::current_exception();
    failed_ = i;
  }
}

}  // namespace lightsout
