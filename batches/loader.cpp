// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/loader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "runs/outcome.h"

namespace lightsout {
namespace {

struct Order {
  std::uint64_t seed;
  std::uint8_t has_seed;
  char folder[4096];
};

void close_all_but(int kept) {
  const auto close = [](unsigned first, unsigned last) {
    if (first <= last) ::syscall(SYS_close_range, first, last, 0);
  };
  close(STDERR_FILENO + 1, unsigned(kept) - 1);
  close(unsigned(kept) + 1, ~0u);
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

[[noreturn]] void serve(const LoaderSettings& settings, int socket) {
  RunProcess process(settings.run, settings.world);
  const auto make = [&](const Order& order) {
    const auto seed = order.has_seed ? std::optional(order.seed) : std::nullopt;
    return process.make(order.folder, seed, settings.caller);
  };
  if (!settings.once) process.load();
  for (;;) {
    Order order;
    const ssize_t got = ::recv(socket, &order, sizeof order, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof order) ::_exit(0);
    if (settings.once) ::_exit(make(order));
    const pid_t parent = ::getpid(), child = ::fork();
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(int(Outcome::Interrupted));
      ::close(socket);
      ::_exit(make(order));
    }
    // Without a process there is no run: as if it had been killed.
    const int status = child < 0 ? SIGKILL : status_of(child);
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
    close_all_but(its.get());
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
