// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

#include "engine/descriptors/waiting.h"
#include "engine/programs/left_behind.h"
#include "plugins/host/guard/callback_guard.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

// Signals belong to the process, and a handler can reach nothing that is not global.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int signals_to_end[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

sigset_t set_of_signals_to_end() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals_to_end) sigaddset(&set, signal);
  return set;
}

// When a signal of each kind came first, ms of a clock that runs since the machine was started; 0: not yet.
std::atomic<std::int64_t> first_signals[NSIG];
// `timeout` and terminals signal a process and its group, within microseconds: that is one wish.
constexpr std::int64_t one_wish_ms = 300;

void on_signal_to_end(int signal) {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  const std::int64_t now = std::int64_t(time.tv_sec) * 1000 + time.tv_nsec / 1000000;
  std::int64_t first = 0;
  // Beyond a limit of processor time (`ulimit -t`) the system says so each second, until it kills at the hard limit.
  if (signal != SIGXCPU && !first_signals[signal].compare_exchange_strong(first, now) && now - first > one_wish_ms) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // as soon as this returns
    return;
  }
  interrupted.store(true);
  CallbackGuard::hurry();
}

void on_signal_that_ends(int) {
  constexpr std::string_view text = "lightsout: interrupted by a signal\n";
  [[maybe_unused]] const auto ignored = write(STDERR_FILENO, text.data(), text.size());
  end_process(int(Outcome::Interrupted));
}

// And no SA_RESTART. What whoever started the program had it ignore, as nohup does, stays ignored.
void handle(int signal, void (*handler)(int)) {
  struct sigaction before = {}, action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
}

// Those that wait come now.
void handle_signals_to_end(void (*handler)(int)) {
  for (const int signal : signals_to_end) handle(signal, handler);
  handle(SIGXCPU, handler);
  const sigset_t set = set_of_signals_to_end();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace

void hold_interrupts() {
  const sigset_t set = set_of_signals_to_end();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

void let_interrupts_end() { handle_signals_to_end(on_signal_that_ends); }

std::atomic<bool>& catch_interrupts() {
  static const NoWaiting once_interrupted(interrupted);
  handle_signals_to_end(on_signal_to_end);
  return interrupted;
}

}  // namespace lightsout
