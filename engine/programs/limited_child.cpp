// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/limited_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "engine/descriptors/waiting.h"
#include "engine/programs/sanitizers.h"

#if LIGHTSOUT_THREAD_SANITIZER()
// What a child does may have threads of its own, whoever else was running when it was forked.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }
#endif

namespace lightsout {
namespace {

// Of this process, in bytes, as RLIMIT_AS and RLIMIT_DATA count it: all, and what may be written to.
struct Sizes {
  std::uint64_t all = 0, data = 0;
};
Sizes sizes() {
  unsigned long all = 0, data = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu %*u %*u %*u %*u %lu", &all, &data) != 2) all = data = 0;
    std::fclose(file);
  }
  const auto page = std::uint64_t(::sysconf(_SC_PAGESIZE));
  return {all * page, data * page};
}

void limit(int resource, std::uint64_t most) {
  rlimit limits{};
  ::getrlimit(__rlimit_resource(resource), &limits);
  limits.rlim_cur = std::min<rlim_t>(limits.rlim_max, most);
  ::setrlimit(__rlimit_resource(resource), &limits);
}

// So many bytes, or fewer where they end.
std::size_t read_up_to(int connection, void* to, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t read = ::read(connection, static_cast<char*>(to) + done, count - done);
    if (read > 0) {
      done += std::size_t(read);
    } else if (read < 0 && (errno == EINTR || errno == EAGAIN)) {
      if (must_not_wait()) throw MachineLacks("the end of this program was asked for");
    } else {
      break;
    }
  }
  return done;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > RLIM_INFINITY - b ? RLIM_INFINITY : a + b; }

void confine(const LimitedChild::Limits& limits) {
  // What the parent has printed and not written yet is in this copy's buffers too, and abort() may write it.
  if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere < 0 || ::dup2(nowhere, 1) < 0) ::close(1);
  // The parent's handlers would say that the parent has crashed, and write its verdict.
  std::set_terminate(std::abort);
  std::set_new_handler(nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) ::signal(signal, SIG_DFL);
  // A terminal's come to all; the parent says what they mean.
  sigset_t to_end;
  sigemptyset(&to_end);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&to_end, signal);
  ::sigprocmask(SIG_BLOCK, &to_end, nullptr);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.seconds);
  limit(RLIMIT_DATA, sum(sizes().data, limits.memory));
}

}  // namespace

LimitedChild::LimitedChild(const Limits& limits, const std::function<void(int)>& work) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw MachineLacks(fmt::format("no connection to a process: {}", std::strerror(errno)));
  connection_ = FileDescriptor(ends[0]);
  FileDescriptor its(ends[1]);
  // A signal may come to another thread, or just before this one waits: it looks again after a while.
  constexpr timeval a_while{.tv_sec = 0, .tv_usec = 100'000};
  ::setsockopt(connection_.get(), SOL_SOCKET, SO_RCVTIMEO, &a_while, sizeof a_while);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw MachineLacks(fmt::format("no process: {}", std::strerror(errno)));
  if (pid_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  connection_.reset();
  confine(limits);
  try {
    work(its.get());
  } catch (...) {  // it is of no use
    ::_exit(1);
  }
  ::_exit(0);
}

LimitedChild::~LimitedChild() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  wait();
}

bool LimitedChild::send(const void* bytes, std::size_t count) const {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = ::send(connection_.get(), at, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    count -= std::size_t(sent);
  }
  return true;
}

std::size_t LimitedChild::receive(void* to, std::size_t count) const {
  return read_up_to(connection_.get(), to, count);
}

int LimitedChild::wait() {
  connection_.reset();  // whoever still writes ends
  int status = 0;
  const pid_t child = std::exchange(pid_, 0);
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

bool may_have(std::uint64_t memory) {
  rlimit data{}, all{};
  ::getrlimit(RLIMIT_DATA, &data);
  ::getrlimit(RLIMIT_AS, &all);
  if (data.rlim_max == RLIM_INFINITY && all.rlim_cur == RLIM_INFINITY) return true;
  const Sizes now = sizes();
  return sum(now.data, memory) <= data.rlim_max && sum(now.all, memory) <= all.rlim_cur;
}

bool receive(int connection, void* to, std::size_t count) { return read_up_to(connection, to, count) == count; }

void renew_processor_time(std::uint64_t seconds) {
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  // Whole seconds are counted: what is begun is one.
  const auto used = std::uint64_t(use.ru_utime.tv_sec + use.ru_stime.tv_sec) + 2;
  limit(RLIMIT_CPU, sum(used, seconds));
}

std::string name_of_signal(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace lightsout
