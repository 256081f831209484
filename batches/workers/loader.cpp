// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/workers/loader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "engine/descriptors/close_all_but.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

struct Order {
  std::uint64_t seed;
  std::uint8_t has_seed;
  char folder[4096];
};

void keep_nothing_but(int kept) {
  close_all_but(kept);
  // Nobody's input: that of a batch may be its points.
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  if (null > STDERR_FILENO && null != kept) ::close(null);
}

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Makes runs one after the other, each in a process of its own. One that has made its run says so before it ends: the
// next begins while the system takes it down.
class RunSeries {
 public:
  // Wait status of the process. `make` gives the exit code.
  template <class Make>
  int next(int socket, const Make& make) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return without_process;
    FileDescriptor hears(ends[0]), says(ends[1]);
    const pid_t parent = ::getpid(), child = ::fork();
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(int(Outcome::Interrupted));
      let_go(socket);
      ::close(socket);
      const pid_t own = ::getpid();
      const int exit_code = make();
      // A process that it forked to make the run in comes here too, and is none to speak for it.
      if (::getpid() == own) (void)!::write(says.get(), &exit_code, sizeof exit_code);
      ::_exit(exit_code);
    }
    says.reset();
    end();
    if (child < 0) return without_process;
    const FileDescriptor process(int(::syscall(SYS_pidfd_open, child, 0)));
    std::array<pollfd, 2> watched{{{hears.get(), POLLIN, 0}, {process.get(), POLLIN, 0}}};
    while (::poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
    }
    int exit_code = 0;
    if ((watched[0].revents & POLLIN) == 0 || ::read(hears.get(), &exit_code, sizeof exit_code) != sizeof exit_code)
      return status_of(child);
    ending_ = child;
    return W_EXITCODE(exit_code & 0xff, 0);
  }

 private:
  static constexpr int without_process = SIGKILL;  // there is no run: as if it had been killed

  void end() {
    if (const pid_t ending = std::exchange(ending_, 0); ending != 0) status_of(ending);
  }

  pid_t ending_ = 0;  // has made its run
};

[[noreturn]] void serve(const LoaderSettings& settings, int socket) {
  RunProcess process(settings.run, settings.files);
  RunSeries series;
  if (!settings.once) process.load();
  for (;;) {
    Order order;
    const ssize_t got = ::recv(socket, &order, sizeof order, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof order) ::_exit(0);
    const auto make = [&] {
      const auto seed = order.has_seed ? std::optional(order.seed) : std::nullopt;
      return process.make(order.folder, seed, settings.caller);
    };
    if (settings.once) ::_exit(make());
    const int status = series.next(socket, make);
    if (::send(socket, &status, sizeof status, MSG_NOSIGNAL) != sizeof status) ::_exit(0);
  }
}

}  // namespace

std::expected<Loader, std::string> Loader::start(const LoaderSettings& settings) {
  std::array<int, 2> ends;
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return std::unexpected(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  Loader loader;
  loader.socket_ = FileDescriptor(ends[0]);
  const FileDescriptor its(ends[1]);
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  loader.pid_ = ::fork();
  if (loader.pid_ < 0) {
    loader.pid_ = 0;
    return std::unexpected(fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  if (loader.pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(int(Outcome::Interrupted));
    // A terminal's signals come to the batch alone, which then ends its runs.
    ::setpgid(0, 0);
    keep_nothing_but(its.get());
    serve(settings, its.get());
  }
  return loader;
}

Loader& Loader::operator=(Loader&& other) noexcept {
  end();
  pid_ = std::exchange(other.pid_, 0);
  socket_ = std::move(other.socket_);
  return *this;
}

bool Loader::order(const std::filesystem::path& folder, std::optional<std::uint64_t> seed) {
  Order order{};
  order.has_seed = seed.has_value();
  order.seed = seed.value_or(0);
  if (folder.native().size() >= sizeof order.folder) return false;
  std::memcpy(order.folder, folder.c_str(), folder.native().size());
  return ::send(socket_.get(), &order, sizeof order, MSG_NOSIGNAL) == sizeof order;
}

int Loader::wait_for_end() {
  socket_.reset();
  return status_of(std::exchange(pid_, 0));
}

int Loader::answer() {
  int status = 0;
  ssize_t got;
  while ((got = ::recv(socket_.get(), &status, sizeof status, 0)) < 0 && errno == EINTR) {
  }
  return got == sizeof status ? status : wait_for_end();
}

void Loader::end() {
  if (pid_ == 0) return;
  ::kill(pid_, SIGKILL);
  wait_for_end();
}

}  // namespace lightsout
