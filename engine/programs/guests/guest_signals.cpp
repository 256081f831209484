// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The signals that the program needs itself (to end, to crash, to watch over calls and children) stay as it has set
// them, whatever users' code inside this process says of them: an interpreter that a plugin embeds has handlers of its
// own. Nor does that code stop this process: nobody else would let it go on.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>

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

using Mask = int(int, const sigset_t*, sigset_t*);

constinit LibraryFunction<int(int, const struct sigaction*, struct sigaction*)> sigaction_of_library("sigaction");
constinit LibraryFunction<Mask> mask_of_thread("pthread_sigmask"), mask_of_process("sigprocmask");

constinit LibraryFunction<int(pid_t, int)> library_kill("kill"), library_killpg("killpg");
constinit LibraryFunction<int(int)> library_raise("raise");
constinit LibraryFunction<int(pid_t, pid_t, int)> library_tgkill("tgkill");
constinit LibraryFunction<int(pthread_t, int)> library_pthread_kill("pthread_kill");
constinit LibraryFunction<int(pid_t, int, sigval)> library_sigqueue("sigqueue");
constinit LibraryFunction<int(pthread_t, int, sigval)> library_pthread_sigqueue("pthread_sigqueue");

[[gnu::constructor]] void look_up_signals() {
  library_kill.look_up();
  library_killpg.look_up();
  library_raise.look_up();
  library_tgkill.look_up();
  library_pthread_kill.look_up();
  library_sigqueue.look_up();
  library_pthread_sigqueue.look_up();
  sigaction_of_library.look_up();
  mask_of_thread.look_up();
  mask_of_process.look_up();
}

int set_mask(LibraryFunction<Mask>& function, int how, const sigset_t* set, sigset_t* before) {
  if (!set || how == SIG_UNBLOCK || !is_guest_call()) return function(how, set, before);
  sigset_t allowed = *set;
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (is_the_programs(signal)) ::sigdelset(&allowed, signal);
  return function(how, &allowed, before);
}

bool stops(int signal) {
  if (signal == SIGSTOP) return true;
  if (signal != SIGTSTP && signal != SIGTTIN && signal != SIGTTOU) return false;
  struct sigaction action {};
  return sigaction_of_library(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

// As kill(2) names processes.
bool names_this_process(pid_t pid) { return pid == ::getpid() || pid == 0 || pid == -1 || pid == -::getpgrp(); }

bool would_stop(pid_t pid, int signal) { return stops(signal) && is_guest_call() && names_this_process(pid); }

// Its kin are called alike: what matters is what they would do.
int refuse_to_stop(int signal, int error_as) {
  std::fprintf(stderr, "Error: SIG%s would stop the simulation for ever, and is not sent.\n", ::sigabbrev_np(signal));
  errno = ENOTSUP;
  return error_as;
}

}  // namespace

int library_sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  return sigaction_of_library(signal, action, before);
}

}  // namespace lightsout

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
  if (lightsout::is_the_programs(signal) && lightsout::is_guest_call()) {
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

int kill(pid_t pid, int signal) noexcept {
  return lightsout::would_stop(pid, signal) ? lightsout::refuse_to_stop(signal, -1)
                                            : lightsout::library_kill(pid, signal);
}

int killpg(pid_t group, int signal) noexcept {
  return lightsout::would_stop(group == 0 ? 0 : -group, signal) ? lightsout::refuse_to_stop(signal, -1)
                                                                : lightsout::library_killpg(group, signal);
}

int raise(int signal) noexcept {
  return lightsout::would_stop(0, signal) ? lightsout::refuse_to_stop(signal, -1) : lightsout::library_raise(signal);
}

int tgkill(pid_t pid, pid_t thread, int signal) {
  return lightsout::would_stop(pid, signal) ? lightsout::refuse_to_stop(signal, -1)
                                            : lightsout::library_tgkill(pid, thread, signal);
}

int pthread_kill(pthread_t thread, int signal) noexcept {
  return lightsout::would_stop(0, signal) ? lightsout::refuse_to_stop(signal, ENOTSUP)
                                          : lightsout::library_pthread_kill(thread, signal);
}

int sigqueue(pid_t pid, int signal, sigval value) noexcept {
  return lightsout::would_stop(pid, signal) ? lightsout::refuse_to_stop(signal, -1)
                                            : lightsout::library_sigqueue(pid, signal, value);
}

int pthread_sigqueue(pthread_t thread, int signal, sigval value) noexcept {
  return lightsout::would_stop(0, signal) ? lightsout::refuse_to_stop(signal, ENOTSUP)
                                          : lightsout::library_pthread_sigqueue(thread, signal, value);
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
