// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/in_process/fiber_crash.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "engine/programs/interposed.h"
#include "engine/programs/sanitizers.h"

namespace lightsout {
namespace {

constexpr std::array crash_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr unsigned seconds_to_answer = 10;
constexpr int exit_code_controller_failed = 4;  // as that of a run (runs/reports/outcome.h)

#if LIGHTSOUT_ADDRESS_SANITIZER()
constexpr bool others_watch = true;  // by handlers that say more
#else
constexpr bool others_watch = false;
#endif

// A handler can reach nothing that is not global.
bool (*leave_crashed)(int) = nullptr;
std::array<struct sigaction, 65> actions_before;

void on_signal(int signal, siginfo_t* info, void*) {
  if (leave_crashed(signal)) return;
  // What would have happened without us, at the same instruction.
  library_sigaction(signal, &actions_before[static_cast<std::size_t>(signal)], nullptr);
  if (info->si_code <= 0 || signal == SIGABRT) ::raise(signal);
}

void give_thread_a_signal_stack() {
  stack_t stack{};
  if (::sigaltstack(nullptr, &stack) == 0 && !(stack.ss_flags & SS_DISABLE)) return;
  constexpr std::size_t size = 64 * 1024;
  stack = {};
  stack.ss_sp = std::malloc(size);  // for good: a signal may come at any time
  stack.ss_size = size;
  if (stack.ss_sp) ::sigaltstack(&stack, nullptr);
}

void on_alarm(int) {
  constexpr std::string_view text =
      "lightsout: a controller crashed inside this process in the middle of what others need: nothing goes on here\n";
  [[maybe_unused]] const auto ignored = ::write(2, text.data(), text.size());
  for (;;) ::syscall(SYS_exit_group, exit_code_controller_failed);  // whichever thread this is
}

}  // namespace

void watch_for_crashes(bool (*leave)(int)) {
  if (others_watch) return;
  static std::once_flag once;
  std::call_once(once, [leave] {
    leave_crashed = leave;
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    // Open to the next signal: the handler may never return.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : crash_signals)
      ::sigaction(signal, &action, &actions_before[static_cast<std::size_t>(signal)]);
  });
  give_thread_a_signal_stack();
}

void try_the_heap() {
  struct sigaction action {
  }, other{};
  action.sa_handler = on_alarm;
  ::sigaction(SIGALRM, &action, &other);
  ::alarm(seconds_to_answer);
  for (std::size_t size = 16; size <= 1u << 20; size *= 2) {
    void* volatile memory = std::malloc(size);
    std::free(memory);
  }
  ::alarm(0);
  ::sigaction(SIGALRM, &other, nullptr);
}

}  // namespace lightsout
