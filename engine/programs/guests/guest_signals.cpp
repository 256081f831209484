// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The signals that the program needs itself (to end, to crash, to watch over calls and children) stay as it has set
// them, whatever users' code inside this process says of them: an interpreter that a plugin embeds has handlers of its
// own.
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <iterator>

#include "engine/programs/guests/guest.h"
#include "engine/programs/guests/guest_threads.h"
#include "engine/programs/interposed.h"

#if LIGHTSOUT_INTERPOSES

namespace lightsout {
namespace {

bool is_the_programs(int signal) {
  // Ignored, SIGCHLD takes away how children end, those of the program too.
  constexpr int signals[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGCHLD,
                             SIGSEGV, SIGBUS,  SIGFPE, SIGILL,  SIGABRT, SIGTRAP};
  // Ticks of CallbackGuard, TurnWatch.
  return std::ranges::find(signals, signal) != std::end(signals) || signal == SIGRTMIN + 5 || signal == SIGRTMIN + 6;
}

bool is_guarded() { return (Guest::is_inside() || is_guest_thread()) && Guest::is_program(); }

using Mask = int(int, const sigset_t*, sigset_t*);

constinit LibraryFunction<int(int, const struct sigaction*, struct sigaction*)> sigaction_of_library("sigaction");
constinit LibraryFunction<Mask> mask_of_thread("pthread_sigmask"), mask_of_process("sigprocmask");

[[gnu::constructor]] void look_up_signals() {
  sigaction_of_library.look_up();
  mask_of_thread.look_up();
  mask_of_process.look_up();
}

int set_mask(LibraryFunction<Mask>& function, int how, const sigset_t* set, sigset_t* before) {
  if (!set || how == SIG_UNBLOCK || !is_guarded()) return function(how, set, before);
  sigset_t allowed = *set;
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (is_the_programs(signal)) ::sigdelset(&allowed, signal);
  return function(how, &allowed, before);
}

}  // namespace

int library_sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  return sigaction_of_library(signal, action, before);
}

}  // namespace lightsout

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
  if (lightsout::is_the_programs(signal) && lightsout::is_guarded()) {
    if (before) *before = {};
    return 0;
  }
  return lightsout::library_sigaction(signal, action, before);
}

// As BSD has it, and the C library by default.
sighandler_t signal(int signal, sighandler_t handler) noexcept {
  struct sigaction action {
  }, before{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(signal, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return lightsout::set_mask(lightsout::mask_of_thread, how, set, before);
}

int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return lightsout::set_mask(lightsout::mask_of_process, how, set, before);
}

}  // extern "C"

#else

int lightsout::library_sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  return ::sigaction(signal, action, before);
}

#endif
