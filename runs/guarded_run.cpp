// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/guarded_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include "engine/descriptors/file_descriptor.h"
#include "engine/programs/spawn.h"
#include "plugins/host/guard/callback_guard.h"

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

// In the child: to its parent. Users' code may close it, and its number then stands for another file.
FileDescriptor word;
struct stat word_file {};

bool is_word() {
  struct stat now {};
  return word && ::fstat(word.get(), &now) == 0 && now.st_dev == word_file.st_dev && now.st_ino == word_file.st_ino;
}

// What the child has said of its end last, if it got there.
std::optional<int> word_of(int pipe) {
  std::optional<int> last;
  for (int code = 0; ::read(pipe, &code, sizeof code) == sizeof code;) last = code;
  return last;
}

}  // namespace

std::optional<GuardedEnd> guard_run(bool in_process, std::atomic<bool>& has_called) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return {};  // unguarded is better than not at all
  const FileDescriptor heard(ends[0]);
  FileDescriptor said(ends[1]);
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
    word = std::move(said);
    ::fstat(word.get(), &word_file);
    return {};
  }
  if (child < 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    return {};
  }
  ::setpgid(child, child);
  said.reset();
  const int status = attend(child, signals);
  const std::optional<int> told = word_of(heard.get());
  if (told && WIFEXITED(status) && WEXITSTATUS(status) == (*told & 0xff)) return GuardedEnd{*told, {}};
  // Whose doing it was, as far as can be known.
  const Outcome outcome = has_called.load() ? Outcome::PluginFailed
                          : in_process      ? Outcome::ControllerFailed
                                            : Outcome::EnvironmentFailed;
  return GuardedEnd{0, Ending{outcome, fmt::format("the process of the simulation {} {}", describe_wait_status(status),
                                                   told ? "after its verdict" : "without a verdict")}};
}

void tell_guard_of_end(int exit_code) {
  if (!is_word()) return;
  [[maybe_unused]] const auto ignored = ::write(word.get(), &exit_code, sizeof exit_code);
}

}  // namespace lightsout
