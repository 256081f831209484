// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/guest_signals.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <utility>

#include "engine/programs/guest.h"
#include "engine/programs/interposed.h"

namespace lightsout {
namespace {

bool is_ignored_by_default(int signal) {
  constexpr int signals[] = {SIGCHLD, SIGURG, SIGWINCH, SIGCONT};
  return std::ranges::find(signals, signal) != std::end(signals);
}

// Which guest asked for SIGALRM and its kin last, as a process is ended by the ones that it does not handle.
std::atomic<GuestThreads::Shared*> who_set_timers = nullptr;

bool stops_by_default(int signal) {
  constexpr int signals[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
  return std::ranges::find(signals, signal) != std::end(signals);
}

}  // namespace

int library_sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  using Sigaction = int (*)(int, const struct sigaction*, struct sigaction*);
  static const auto function = of_library<Sigaction>("sigaction");
  return function(signal, action, before);
}

bool GuestSignals::is_the_programs(int signal) {
  constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGSEGV,
                             SIGBUS, SIGFPE,  SIGILL, SIGABRT, SIGTRAP};
  // Ticks of CallbackGuard, TurnWatch, GuestThreads.
  return std::ranges::find(signals, signal) != std::end(signals) || (signal >= SIGRTMIN + 5 && signal <= SIGRTMIN + 7);
}

int GuestSignals::set(int signal, const struct sigaction* action, struct sigaction* before) {
  if (!is_the_programs(signal)) {
    const int result = library_sigaction(signal, action, before);
    if (result == 0 && action) actions_[signal] = *action;
    return result;
  }
  const auto kept = actions_.find(signal);
  if (before) *before = kept == actions_.end() ? (struct sigaction){} : kept->second;
  if (action) actions_[signal] = *action;
  return 0;
}

bool GuestSignals::handle(int signal, siginfo_t* info, void* context) {
  const auto kept = is_the_programs(signal) ? actions_.find(signal) : actions_.end();
  if (kept == actions_.end() || handles_) return false;
  const struct sigaction action = kept->second;
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return false;
  handles_ = true;
  if (action.sa_flags & SA_RESETHAND) actions_.erase(kept);
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  handles_ = false;
  return true;
}

void GuestSignals::end(const GuestThreads& threads) {
  for (const timer_t timer : std::exchange(timers_, {})) ::timer_delete(timer);
  if (who_set_timers.load() == threads.shared().get()) {
    who_set_timers = nullptr;
    constexpr itimerval never{};
    for (const int timer : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) ::syscall(SYS_setitimer, timer, &never, nullptr);
  }
  for (const auto& [signal, action] : actions_) {
    struct sigaction now {};
    library_sigaction(signal, nullptr, &now);
    if (is_the_programs(signal) || now.sa_handler != action.sa_handler || now.sa_handler == SIG_DFL) continue;
    now = {};
    now.sa_handler = is_ignored_by_default(signal) ? SIG_DFL : SIG_IGN;
    library_sigaction(signal, &now, nullptr);
  }
  actions_.clear();
}

bool GuestSignals::send(int signal) {
  if (handle(signal, nullptr, nullptr)) return true;
  struct sigaction action {};
  if (!is_the_programs(signal))
    library_sigaction(signal, nullptr, &action);
  else if (const auto kept = actions_.find(signal); kept != actions_.end())
    action = kept->second;
  if (action.sa_handler == SIG_IGN) return true;
  if (action.sa_handler != SIG_DFL) {
    static const auto library_raise = of_library<int (*)(int)>("raise");
    library_raise(signal);
    return true;
  }
  // As one that is stopped: whoever waits for its turn has a limit.
  while (stops_by_default(signal)) ::pause();
  return is_ignored_by_default(signal);
}

}  // namespace lightsout

#if LIGHTSOUT_INTERPOSES

namespace lightsout {
namespace {

// Whose signals these are, where they may be taken care of.
Guest* who_signals() {
  Guest* guest = Guest::inside();
  return guest && guest->dies_alone() ? guest : nullptr;
}

// False: it is for the C library to do.
bool send_itself(Guest& guest, int signal) {
  if (signal < 1 || signal > SIGRTMAX) return false;
  if (guest.signals().send(signal)) return true;
  guest.die(signal);
  return false;
}

void note_timer(int signal) {
  Guest* guest = who_signals();
  if (!guest) return;
  static std::shared_ptr<GuestThreads::Shared> kept;  // the handler has no other hold on it
  auto before = std::exchange(kept, guest->threads().shared());
  who_set_timers = kept.get();
  struct sigaction action {
  }, now{};
  library_sigaction(signal, nullptr, &now);
  if (now.sa_handler != SIG_DFL) return;
  action.sa_handler = [](int came) {
    if (GuestThreads::Shared* shared = who_set_timers.load())
      GuestThreads::note(*shared, GuestThreads::Loss::Crashed, came);
  };
  action.sa_flags = SA_RESTART;
  library_sigaction(signal, &action, nullptr);
}

// The program's own stay open.
int set_mask(int (*function)(int, const sigset_t*, sigset_t*), int how, const sigset_t* set, sigset_t* before) {
  if (!set || how == SIG_UNBLOCK || !Guest::inside()) return function(how, set, before);
  sigset_t allowed = *set;
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (GuestSignals::is_the_programs(signal)) ::sigdelset(&allowed, signal);
  return function(how, &allowed, before);
}

}  // namespace
}  // namespace lightsout

using lightsout::Guest;
using lightsout::GuestThreads;

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
  if (Guest* guest = lightsout::who_signals()) return guest->signals().set(signal, action, before);
  // A thread of its own would set the program's.
  if (GuestThreads::is_one() && lightsout::GuestSignals::is_the_programs(signal)) action = nullptr;
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

int raise(int signal) noexcept {
  static const auto library_raise = lightsout::of_library<int (*)(int)>("raise");
  Guest* guest = lightsout::who_signals();
  return guest && lightsout::send_itself(*guest, signal) ? 0 : library_raise(signal);
}

int kill(pid_t process, int signal) noexcept {
  static const auto library_kill = lightsout::of_library<int (*)(pid_t, int)>("kill");
  Guest* guest = lightsout::who_signals();
  const bool is_itself = guest && (process == ::getpid() || process == 0 || process == -::getpgrp());
  return is_itself && lightsout::send_itself(*guest, signal) ? 0 : library_kill(process, signal);
}

unsigned alarm(unsigned seconds) noexcept {
  if (seconds > 0) lightsout::note_timer(SIGALRM);
  return unsigned(::syscall(SYS_alarm, seconds));
}

int setitimer(__itimer_which_t which, const struct itimerval* value, struct itimerval* before) noexcept {
  if (value) lightsout::note_timer(which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF);
  return int(::syscall(SYS_setitimer, which, value, before));
}

// One that calls a function in a thread does so behind the guest's back, also when it has gone.
int timer_create(clockid_t clock, struct sigevent* event, timer_t* timer) noexcept {
  using Create = int (*)(clockid_t, struct sigevent*, timer_t*);
  static const auto create = lightsout::of_library<Create>("timer_create");
  Guest* guest = lightsout::who_signals();
  if (!guest && !GuestThreads::is_one()) return create(clock, event, timer);
  const int notify = event ? event->sigev_notify : SIGEV_SIGNAL, signal = event ? event->sigev_signo : SIGALRM;
  const bool is_signal = notify == SIGEV_SIGNAL || notify == SIGEV_THREAD_ID;
  if (!guest || notify == SIGEV_THREAD || (is_signal && lightsout::GuestSignals::is_the_programs(signal))) {
    std::fputs("Error: timer_create(): such a timer needs a process of its own: without --in-process.\n", stderr);
    errno = ENOTSUP;
    return -1;
  }
  if (is_signal) lightsout::note_timer(signal);
  const int result = create(clock, event, timer);
  if (result == 0) guest->signals().add_timer(*timer);
  return result;
}

// The system may give its number to another one.
int timer_delete(timer_t timer) noexcept {
  static const auto remove = lightsout::of_library<int (*)(timer_t)>("timer_delete");
  if (Guest* guest = lightsout::who_signals()) guest->signals().forget_timer(timer);
  return remove(timer);
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  using Mask = int (*)(int, const sigset_t*, sigset_t*);
  static const auto mask = lightsout::of_library<Mask>("pthread_sigmask");
  return lightsout::set_mask(mask, how, set, before);
}

int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  using Mask = int (*)(int, const sigset_t*, sigset_t*);
  static const auto mask = lightsout::of_library<Mask>("sigprocmask");
  return lightsout::set_mask(mask, how, set, before);
}

}  // extern "C"

#endif
