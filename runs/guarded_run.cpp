// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/guarded_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>

#include "engine/programs/spawn.h"
#include "plugins/host/callback_guard.h"

namespace lightsout {
namespace {

sigset_t signals_to_pass_on() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD}) sigaddset(&set, signal);
  return set;
}

// Until the child has ended; its wait status. The signals are blocked, and taken one after the other.
int attend(pid_t child, const sigset_t& signals) {
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno == ECHILD) return 0;
    const int signal = ::sigwaitinfo(&signals, nullptr);
    if (signal < 0 || signal == SIGCHLD) continue;
    ::kill(-child, signal);
    if (signal == SIGTSTP) ::raise(SIGSTOP);
  }
}

// What the child has said of its end, if it got there.
std::optional<int> word_of(int pipe) {
  int code = 0;
  return ::read(pipe, &code, sizeof code) == sizeof code ? std::optional(code) : std::nullopt;
}

}  // namespace

std::expected<GuardedRun, GuardedRun::Ended> GuardedRun::begin(bool in_process, std::atomic<bool>& has_called) {
  GuardedRun run;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return run;  // unguarded is better than not at all
  const FileDescriptor heard(ends[0]);
  run.word_ = FileDescriptor(ends[1]);
  const sigset_t signals = signals_to_pass_on();
  sigset_t before;
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  std::fflush(nullptr);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    // A group of its own: a terminal's signals come to the parent alone, which passes them on once.
    ::setpgid(0, 0);
    CallbackGuard::note_calls(has_called);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(int(Outcome::Interrupted));
    ::signal(SIGTTOU, SIG_IGN);  // it writes to the terminal from the background
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    return run;
  }
  if (child < 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    run.word_.reset();
    return run;
  }
  ::setpgid(child, child);
  run.word_.reset();
  const int status = attend(child, signals);
  const std::optional<int> word = word_of(heard.get());
  if (word && WIFEXITED(status) && WEXITSTATUS(status) == (*word & 0xff)) return std::unexpected(Ended{*word, {}});
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  const bool is_known = code == int(Outcome::EnvironmentFailed) || code == int(Outcome::OutOfTime);
  // Whose doing it was, as far as can be known.
  const Outcome outcome = is_known            ? Outcome(code)
                          : has_called.load() ? Outcome::PluginFailed
                          : in_process        ? Outcome::ControllerFailed
                                              : Outcome::EnvironmentFailed;
  return std::unexpected(
      Ended{0, Ending{outcome, fmt::format("the process of the simulation {} {}", describe_wait_status(status),
                                           word ? "after its verdict" : "without a verdict")}});
}

void GuardedRun::tell_verdict(int exit_code) {
  if (!word_) return;
  [[maybe_unused]] const auto ignored = ::write(word_.get(), &exit_code, sizeof exit_code);
  word_.reset();
}

}  // namespace lightsout
