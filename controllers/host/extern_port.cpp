#include "controllers/host/extern_port.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "controllers/host/thread.h"
#include "controllers/wire/extern.h"
#include "controllers/wire/turn.h"
#include "controllers/wire/version.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// As the library computes it from its own environment (connect_extern.c).
fs::path user_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
  };
  const char* temporary = variable("TMPDIR");
  const char* user = variable("USER");
  if (!user) user = variable("USERNAME");
  return fs::path(temporary ? temporary : "/tmp") / "webots" / (user ? user : "default");
}

// Nobody who connects and then says nothing may hold us up for long.
bool receive_hello(int fd, lo_extern_hello& hello) {
  const timeval patience{1, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (::recv(fd, &hello, sizeof hello, MSG_WAITALL) != sizeof hello || hello.magic != LO_EXTERN_MAGIC) return false;
  hello.robot[sizeof hello.robot - 1] = 0;
  return true;
}

void send_status(int fd, unsigned char status) { ::send(fd, &status, 1, MSG_NOSIGNAL); }

bool send_welcome(int fd, int block_fd, int bell_fd) {
  const int fds[] = {block_fd, bell_fd};
  unsigned char status = LO_EXTERN_WELCOME;
  iovec part{&status, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof fds)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fds);
  std::memcpy(CMSG_DATA(header), fds, sizeof fds);
  return ::sendmsg(fd, &message, MSG_NOSIGNAL) == 1;
}

}  // namespace

Caller::State Caller::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Caller::State Caller::wait_while(State state, std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  condition_.wait_for(lock, at_most, [&] { return state_ != state; });
  return state_;
}

void Caller::detach() {
  const std::lock_guard lock(mutex_);
  block_ = nullptr;
}

void Caller::lose() {
  const std::lock_guard lock(mutex_);
  state_ = State::Lost;
  if (block_) lo_give_engine(block_);
  condition_.notify_all();
}

std::expected<std::unique_ptr<ExternPort>, std::string> ExternPort::open(int first) {
  const int last = std::min(first + LO_EXTERN_PORTS - 1, 65535);
  for (int number = first; number <= last; ++number) {
    FileDescriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    FileDescriptor wakeup(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!listener || !wakeup)
      return std::unexpected(fmt::format("no extern controller can be waited for: {}", std::strerror(errno)));
    const int yes = 1;
    ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(number));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener.get(), 64) != 0)
      continue;
    try {
      return std::unique_ptr<ExternPort>(new ExternPort(std::move(listener), std::move(wakeup), number));
    } catch (const std::system_error& error) {
      return std::unexpected(fmt::format("no extern controller can be waited for: {}", error.what()));
    }
  }
  return std::unexpected(fmt::format("no port from {} to {} of the loopback interface is free", first, last));
}

ExternPort::ExternPort(FileDescriptor listener, FileDescriptor wakeup, int number)
    : listener_(std::move(listener)),
      wakeup_(std::move(wakeup)),
      number_(number),
      folder_(user_folder() / fmt::format("{}", number)) {
  // The port is ours, so whatever lies there is of a simulation that was killed.
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::create_directories(folder_ / "ipc", ignored);
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run_for_good([this] { run(); }); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ExternPort::~ExternPort() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  poke();
  thread_.join();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void ExternPort::poke() { ::eventfd_write(wakeup_.get(), 1); }

std::string ExternPort::url(const std::string& robot) const { return fmt::format("ipc://{}/{}", number_, robot); }

std::expected<void, std::string> ExternPort::add(std::shared_ptr<Caller> caller) {
  char name[64];
  lo_extern_name(caller->robot_.c_str(), name);
  const fs::path path = folder_ / "ipc" / name / "extern";
  std::error_code error;
  if (!fs::create_directories(path.parent_path(), error))
    return std::unexpected(error ? fmt::format("cannot make {}: {}", path.parent_path().string(), error.message())
                                 : fmt::format("two robots with extern controllers are named \"{}\"", caller->robot_));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.native().size() >= sizeof address.sun_path)
    return std::unexpected(
        fmt::format("the path {} is too long for a socket; set TMPDIR to a shorter one", path.string()));
  std::strcpy(address.sun_path, path.c_str());
  caller->listener_ = FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::bind(caller->listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(caller->listener_.get(), 8) != 0)
    return std::unexpected(fmt::format("cannot listen at {}: {}", path.string(), std::strerror(errno)));
  caller->socket_path_ = path;
  {
    const std::lock_guard lock(mutex_);
    callers_.push_back(std::move(caller));
  }
  poke();
  return {};
}

void ExternPort::remove(const std::shared_ptr<Caller>& caller) {
  {
    const std::lock_guard lock(mutex_);
    std::erase(callers_, caller);
    // Closed under the lock: the thread polls them under it too.
    caller->listener_.reset();
    caller->connection_.reset();
  }
  std::error_code ignored;
  if (!caller->socket_path_.empty()) fs::remove_all(caller->socket_path_.parent_path(), ignored);
  poke();
}

// Somebody knocks at the robot's own socket.
void ExternPort::accept_call(Caller& caller) {
  FileDescriptor fd(::accept4(caller.listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  lo_extern_hello hello;
  if (!fd || !receive_hello(fd.get(), hello)) return;
  if (hello.version != LO_BLOCK_VERSION) return send_status(fd.get(), LO_EXTERN_WRONG_VERSION);
  if (caller.connection_ || caller.state() != Caller::State::Waiting) return send_status(fd.get(), LO_EXTERN_TAKEN);
  ucred peer{};
  socklen_t size = sizeof peer;
  ::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size);
  if (!send_welcome(fd.get(), caller.block_fd_, caller.bell_fd_)) return;
  caller.connection_ = std::move(fd);
  const std::lock_guard lock(caller.mutex_);
  caller.pid_ = peer.pid;
  caller.state_ = Caller::State::Connected;
  caller.condition_.notify_all();
}

void ExternPort::accept_at_port() {
  const FileDescriptor fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  lo_extern_hello hello;
  if (!fd || !receive_hello(fd.get(), hello)) return;
  const std::string wanted = hello.robot;
  const Caller* found = nullptr;
  int count = 0;
  for (const auto& caller : callers_)
    if (wanted.empty() || caller->robot_ == wanted) {
      found = caller.get();
      ++count;
    }
  if (count != 1) return send_status(fd.get(), count == 0 ? LO_EXTERN_UNKNOWN : LO_EXTERN_AMBIGUOUS);
  send_status(fd.get(), LO_EXTERN_ELSEWHERE);
  const std::string path = found->socket_path_.string();
  ::send(fd.get(), path.c_str(), path.size() + 1, MSG_NOSIGNAL);
}

void ExternPort::run() {
  ::pthread_setname_np(::pthread_self(), "extern port");
  std::vector<pollfd> polled;
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      polled.assign({{wakeup_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}});
      for (const auto& caller : callers_) {
        polled.push_back({caller->listener_.get(), POLLIN, 0});
        polled.push_back({caller->connection_ ? caller->connection_.get() : -1, POLLIN, 0});
      }
    }
    if (::poll(polled.data(), polled.size(), -1) <= 0) continue;
    const std::lock_guard lock(mutex_);
    if (polled[0].revents) {
      // The list may have changed: what was polled is looked at again in the next round.
      eventfd_t ignored;
      ::eventfd_read(wakeup_.get(), &ignored);
      continue;
    }
    if (polled[1].revents) accept_at_port();
    for (std::size_t i = 0; i < callers_.size() && 2 * i + 3 < polled.size(); ++i) {
      Caller& caller = *callers_[i];
      if (polled[2 * i + 2].revents) accept_call(caller);
      if (polled[2 * i + 3].revents) {
        char byte;
        const ssize_t count = ::recv(caller.connection_.get(), &byte, 1, MSG_DONTWAIT);
        if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))) continue;
        caller.connection_.reset();
        caller.lose();
      }
    }
  }
}

}  // namespace lightsout
