// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/process_guard.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>

#include "engine/programs/guard_main.h"
#include "engine/programs/interposed.h"
#include "installation/installation.h"

namespace lightsout {

const std::string& mark_of_this_program() {
  static std::mutex mutex;
  static std::string mark;
  static pid_t owner = 0;
  const std::lock_guard lock(mutex);
  if (owner != ::getpid()) {
    owner = ::getpid();
    mark = fmt::format("LIGHTSOUT_RUN={}.{:x}.", owner, std::chrono::system_clock::now().time_since_epoch().count());
  }
  return mark;
}

ProcessGuard& ProcessGuard::of_this_program() {
  static std::mutex mutex;
  struct Deleter {
    void operator()(ProcessGuard* guard) const { delete guard; }
  };
  static std::unique_ptr<ProcessGuard, Deleter> guard;
  const std::lock_guard lock(mutex);
  if (!guard || guard->owner_ != ::getpid()) {
    guard.reset();
    guard.reset(new ProcessGuard);
  }
  return *guard;
}

namespace {

// Sanitizers keep the return address of one vfork() alone.
constexpr bool has_nested_vfork = LIGHTSOUT_INTERPOSES;

// Where the program cannot be started. The process between it and this one; -1: there is none.
pid_t fork_guard(int pipe, const std::string& mark) {
  auto memory = std::make_unique_for_overwrite<GuardMemory>();
  memory->marker_size = std::min(mark.size(), sizeof memory->marker);
  std::memcpy(memory->marker, mark.data(), memory->marker_size);
  const pid_t between = ::fork();
  if (between == 0) {
    ::prctl(PR_SET_NAME, guard_name);
    ::setsid();
    if (::fork() == 0) guard_main(pipe, *memory);
    ::_exit(0);
  }
  return between;
}

}  // namespace

ProcessGuard::ProcessGuard() : owner_(::getpid()) {
  static_assert(sizeof(pid_t) == sizeof(std::int32_t));
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  FileDescriptor read_end(ends[0]);
  link_ = FileDescriptor(ends[1]);
  const std::string& mark = mark_of_this_program();
  std::string program = (home() / "lightsout-guard").string(), marker = mark;
  char* const arguments[] = {program.data(), marker.data(), nullptr};
  char* const no_environment[] = {nullptr};
  // Forked twice, while orphans are not adopted: the guard is nobody's child, so that a program that has started
  // nothing else has no children.
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  // A fork would copy the tables of all memory, and each page that either of them writes to from then on. The processes
  // of vfork() have memory in common until they are another program.
  volatile bool is_there = false;
  pid_t between = has_nested_vfork ? ::vfork() : fork_guard(read_end.get(), mark);
  if (has_nested_vfork && between == 0) {
    // The guard has its name, and is in no group that others end, from its first moment on.
    ::prctl(PR_SET_NAME, guard_name);
    ::setsid();
    if (::vfork() == 0) {
      if (::dup2(read_end.get(), 0) == 0) {
        is_there = true;
        ::execve(program.c_str(), arguments, no_environment);
      }
      is_there = false;
      ::_exit(1);
    }
    ::_exit(0);
  }
  if (has_nested_vfork && between > 0 && !is_there) {
    ::waitpid(between, nullptr, 0);
    between = fork_guard(read_end.get(), mark);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (between > 0) ::waitpid(between, nullptr, 0);
  // From now on what children leave behind comes to this program.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

// Whoever ends in order has ended what it started.
ProcessGuard::~ProcessGuard() {
  if (owner_ == ::getpid()) tell(0);
}

void ProcessGuard::forget(pid_t group) { tell(-group); }

void ProcessGuard::leave_nothing_of(const std::string& path) { tell(GuardMemory::leave_nothing_of, path); }

void ProcessGuard::leave_alone(const std::string& path) { tell(GuardMemory::leave_alone, path); }

void ProcessGuard::tell(pid_t group) { send(&group, sizeof group); }

void ProcessGuard::tell(char what, const std::string& path) {
  if (path.size() <= GuardMemory::most_path) send((what + path).data(), 1 + path.size());
}

void ProcessGuard::send(const void* message, std::size_t size) {
  // Without SIGPIPE: somebody may have killed the guard, the rest must do then.
  if (link_) ::send(link_.get(), message, size, MSG_NOSIGNAL);
}

}  // namespace lightsout
