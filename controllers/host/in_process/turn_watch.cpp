// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/in_process/turn_watch.h"

#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <system_error>

#include "engine/programs/thread_without_signals.h"
#include "engine/state/log.h"

namespace lightsout {
namespace {

using namespace std::chrono_literals;

constexpr auto tick = 20ms;
// How often a turn that is overdue is looked at, until it is at a good place to leave it, and when any place must do.
constexpr auto try_again = 1ms;
constexpr auto turn_patience = 500ms;
// What a turn gets when the program is interrupted.
constexpr auto turn_grace = 100ms;

int the_signal() { return SIGRTMIN + 6; }

// A handler can reach nothing that is not global.
std::atomic<TurnWatch*> the_watch = nullptr;

// A handler's `context`: the thread was in a system call in which it waits for nothing but time or files, which ends
// early, with EINTR, if the handler returns.
bool was_asleep([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  constexpr unsigned char syscall_instruction[] = {0x0f, 0x05};
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return registers[REG_RAX] == -EINTR &&
         std::equal(std::begin(syscall_instruction), std::end(syscall_instruction),
                    reinterpret_cast<const unsigned char*>(registers[REG_RIP]) - sizeof syscall_instruction);
#else
  return false;
#endif
}

}  // namespace

TurnWatch::TurnWatch(Leave leave, const std::atomic<bool>* interrupted, Log& log)
    : leave_(leave), interrupted_(interrupted), log_(log), engine_(::pthread_self()) {
  the_watch = this;
  listen();
  try {
    thread_ = thread_without_signals([this] { run(); });
  } catch (const std::system_error&) {
    // Nothing watches then.
  }
}

void TurnWatch::listen() {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  // On the controller's stack, and open to the next signal: the handler may never return.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
  ::sigaction(the_signal(), &action, nullptr);
}

TurnWatch::~TurnWatch() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  condition_.notify_all();
  if (thread_.joinable()) thread_.join();
  the_watch = nullptr;
}

void TurnWatch::begin(void* controller, std::optional<double> limit_s, const std::string* title) {
  title_.store(title, std::memory_order_relaxed);
  limit_s_.store(limit_s.value_or(std::numeric_limits<double>::infinity()), std::memory_order_relaxed);
  turns_.store(turns_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  controller_.store(controller, std::memory_order_release);
}

void TurnWatch::end() { controller_.store(nullptr, std::memory_order_release); }

bool TurnWatch::is_overdue(Clock::time_point now) {
  const std::uint64_t turn = turns_.load(std::memory_order_relaxed);
  if (!controller_.load(std::memory_order_acquire) || turn != seen_) {
    seen_ = turn;
    since_ = now;
    was_overdue_ = false;
    const double limit_s = limit_s_.load(std::memory_order_relaxed);
    patience_ = Patience(std::isfinite(limit_s) ? std::optional(std::chrono::duration<double>(limit_s)) : std::nullopt);
    return false;
  }
  const auto spent = now - since_;
  say_that_it_lasts(spent);
  const bool interrupted = interrupted_ && interrupted_->load(std::memory_order_relaxed);
  if (std::chrono::duration<double>(spent).count() <= limit_s_.load(std::memory_order_relaxed) &&
      !(interrupted && spent > turn_grace))
    return false;
  if (!was_overdue_) overdue_since_ = now;
  was_overdue_ = true;
  must_.store(now - overdue_since_ > turn_patience, std::memory_order_relaxed);
  return true;
}

void TurnWatch::say_that_it_lasts(std::chrono::duration<double> spent) {
  const std::string* title = title_.load(std::memory_order_relaxed);
  if (title && patience_.is_over(spent)) log_.waiting(*title, spent.count());
}

void TurnWatch::run() {
  ::pthread_setname_np(::pthread_self(), "turn watch");
  std::unique_lock lock(mutex_);
  while (!stop_) {
    condition_.wait_for(lock, was_overdue_ ? try_again : tick);
    if (stop_ || !is_overdue(Clock::now())) continue;
    ::pthread_kill(engine_, the_signal());
  }
}

void TurnWatch::on_signal(int, siginfo_t*, void* context) {
  TurnWatch* watch = the_watch.load(std::memory_order_relaxed);
  void* controller = watch ? watch->controller_.load(std::memory_order_acquire) : nullptr;
  if (!controller) return;
  std::uintptr_t at = 0;
#if defined(__x86_64__)
  at = static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  at = static_cast<ucontext_t*>(context)->uc_mcontext.pc;
#endif
  watch->leave_(controller, at, was_asleep(context), watch->must_.load(std::memory_order_relaxed));
}

}  // namespace lightsout
