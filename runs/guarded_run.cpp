// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/guarded_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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

class Attendance {
 public:
  // The signals are blocked, and taken one after the other.
  Attendance(pid_t child, const sigset_t& signals, double patience_s)
      : child_(child), signals_(signals), patience_s_(patience_s) {}

  // Until the child has ended; its wait status.
  int to_its_end() {
    for (;;) {
      if (const auto status = look()) return *status;
      if (waits_in_vain() && stood_still_s_ >= patience_s_ && !was_ended_) {
        was_ended_ = true;
        ::kill(child_, SIGKILL);
      }
      pass_on(next_signal());
    }
  }
  // For which it was ended.
  bool stood_still() const { return was_ended_; }
  bool has_passed_on_end() const { return has_passed_on_end_; }

 private:
  std::optional<int> look() {
    for (int status = 0;;) {
      const pid_t changed = ::waitpid(child_, &status, WNOHANG | WUNTRACED | WCONTINUED);
      if (changed < 0 && errno == ECHILD) return 0;
      if (changed != child_) return {};
      if (!WIFSTOPPED(status) && !WIFCONTINUED(status)) return status;
      is_stopped_ = WIFSTOPPED(status);
      stood_still_s_ = 0;
    }
  }
  // It was not stopped from here, and nobody else may know of it.
  bool waits_in_vain() const { return is_stopped_ && !was_told_to_stop_ && patience_s_ > 0; }
  // 0: none. Time in which this process is stopped too does not count.
  int next_signal() {
    if (!waits_in_vain()) return std::max(::sigwaitinfo(&signals_, nullptr), 0);
    constexpr timespec tick{0, 100'000'000};
    const int signal = ::sigtimedwait(&signals_, nullptr, &tick);
    if (signal < 0 && errno == EAGAIN) stood_still_s_ += 0.1;
    return std::max(signal, 0);
  }
  void pass_on(int signal) {
    if (signal == 0 || signal == SIGCHLD) return;
    ::kill(-child_, signal);
    has_passed_on_end_ |= signal != SIGCONT && signal != SIGTSTP;
    if (signal == SIGCONT) was_told_to_stop_ = false;
    if (signal == SIGTSTP) {
      was_told_to_stop_ = true;
      ::raise(SIGSTOP);
    } else if (is_stopped_) {
      ::kill(-child_, SIGCONT);
    }
  }

  pid_t child_;
  const sigset_t& signals_;
  double patience_s_;
  bool is_stopped_ = false, was_told_to_stop_ = false, was_ended_ = false, has_passed_on_end_ = false;
  double stood_still_s_ = 0;
};

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

std::optional<GuardedEnd> guard_run(bool in_process, double timeout_s, std::atomic<bool>& has_called) {
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
    // It writes to the terminal from the background, and reads nothing there.
    for (const int signal : {SIGTTOU, SIGTTIN}) ::signal(signal, SIG_IGN);
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
  Attendance attendance(child, signals, timeout_s);
  const int status = attendance.to_its_end();
  const std::optional<int> told = word_of(heard.get());
  if (told && WIFEXITED(status) && WEXITSTATUS(status) == (*told & 0xff)) return GuardedEnd{*told, {}};
  // Whose doing it was, as far as can be known.
  const Outcome outcome = has_called.load() ? Outcome::PluginFailed
                          : in_process      ? Outcome::ControllerFailed
                                            : Outcome::EnvironmentFailed;
  const std::string what =
      attendance.stood_still()
          ? fmt::format(
                "the process of the simulation was stopped by a signal (SIGSTOP or its kin), and nobody let it "
                "go on within {:g} s (--plugin-timeout)",
                timeout_s)
          : fmt::format("the process of the simulation {} {}", describe_wait_status(status),
                        told ? "after its verdict" : "without a verdict");
  return GuardedEnd{0, Ending{outcome, what}, attendance.has_passed_on_end()};
}

void tell_guard_of_end(int exit_code) {
  if (!is_word()) return;
  [[maybe_unused]] const auto ignored = ::write(word.get(), &exit_code, sizeof exit_code);
}

}  // namespace lightsout
