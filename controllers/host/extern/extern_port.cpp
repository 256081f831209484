// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/extern/extern_port.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "controllers/host/processes/thread.h"
#include "controllers/wire/block.h"
#include "controllers/wire/turn.h"
#include "engine/descriptors/remove_tree.h"
#include "engine/programs/thread_without_signals.h"

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

// Knocks that are not answered yet: the oldest goes when there are more.
constexpr std::size_t most_knocks = 64;
// Refusals that are reported: who knocks for ever fills no log.
constexpr int most_refusals = 20;

bool listen_at(FileDescriptor& fd, const sockaddr* address, socklen_t size, int family) {
  fd = FileDescriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  if (family != AF_UNIX) ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  return ::bind(fd.get(), address, size) == 0 && ::listen(fd.get(), 64) == 0;
}

// "10.0.0.7:41234", "process 12".
std::string name_of_peer(int fd) {
  ucred process{};
  socklen_t process_size = sizeof process;
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  char host[NI_MAXHOST], port[NI_MAXSERV];
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "somebody";
  if (address.ss_family == AF_UNIX) {
    ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &process, &process_size);
    return fmt::format("process {}", process.pid);
  }
  if (::getnameinfo(reinterpret_cast<sockaddr*>(&address), size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "somebody";
  return fmt::format("{}:{}", host, port);
}

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

std::string wrong_extern_name(const std::string& robot) {
  if (!robot.empty()) return {};
  return "its name is empty: an extern controller connects to a robot by its name";
}

std::string equal_extern_names(const std::string& robot) {
  return fmt::format("another robot with an extern controller is named \"{}\" too: which one is meant would be unknown",
                     robot);
}

Caller::State Caller::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Caller::State Caller::wait_while(State state, std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  condition_.wait_for(lock, at_most, [&] { return state_ != state; });
  return state_;
}

std::string Caller::who() const {
  const std::lock_guard lock(mutex_);
  return who_;
}

bool Caller::is_remote() const {
  const std::lock_guard lock(mutex_);
  return bool(remote_);
}

FileDescriptor Caller::take_remote() {
  const std::lock_guard lock(mutex_);
  return std::move(remote_);
}

void Caller::detach() {
  const std::lock_guard lock(mutex_);
  block_ = nullptr;
}

void Caller::connect(std::string who, FileDescriptor remote) {
  // Before anybody waits for its turn, so that what is reported is in the order in which it comes.
  listener_to_(State::Connected);
  const std::lock_guard lock(mutex_);
  who_ = std::move(who);
  remote_ = std::move(remote);
  state_ = State::Connected;
  condition_.notify_all();
}

void Caller::lose() {
  State before;
  {
    const std::lock_guard lock(mutex_);
    before = std::exchange(state_, State::Lost);
    if (block_) lo_give_engine(block_);
    condition_.notify_all();
  }
  if (before == State::Connected) listener_to_(State::Lost);
}

std::expected<std::unique_ptr<ExternPort>, std::string> ExternPort::open(int first, int count,
                                                                         const std::optional<ListenSettings>& listen,
                                                                         Refusals refusals) {
  const auto failure = [](const char* why) {
    return std::unexpected(fmt::format("no extern controller can be waited for: {}", why));
  };
  const int last = std::min(first + count - 1, 65535);
  for (int number = first; number <= last; ++number) {
    FileDescriptor listener, wakeup(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wakeup) return failure(std::strerror(errno));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(number));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!listen_at(listener, reinterpret_cast<sockaddr*>(&address), sizeof address, AF_INET)) continue;
    std::unique_ptr<ExternPort> port(new ExternPort(std::move(listener), std::move(wakeup), number));
    port->refusals_ = std::move(refusals);
    if (listen)
      if (auto listening = port->listen(*listen); !listening) return std::unexpected(listening.error());
    try {
      port->thread_ = thread_without_signals([raw = port.get()] { run_for_good([raw] { raw->run(); }); });
    } catch (const std::system_error& error) {
      return failure(error.what());
    }
    return port;
  }
  return std::unexpected(
      fmt::format("failed to open TCP server in the port range [{}-{}]: no port there is free", first, last));
}

ExternPort::ExternPort(FileDescriptor listener, FileDescriptor wakeup, int number)
    : listener_(std::move(listener)),
      wakeup_(std::move(wakeup)),
      number_(number),
      folder_(user_folder() / fmt::format("{}", number)) {
  // The port is ours, so whatever lies there is of a simulation that was killed.
  std::error_code ignored;
  remove_tree(folder_.c_str());
  fs::create_directories(folder_ / "ipc", ignored);
}

ExternPort::~ExternPort() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  poke();
  if (thread_.joinable()) thread_.join();
  remove_tree(folder_.c_str());
}

std::expected<void, std::string> ExternPort::listen(const ListenSettings& settings) {
  const ListenAddress& where = settings.address;
  if (!listen_at(remote_listener_, where.address(), where.size(), where.family()))
    return std::unexpected(
        fmt::format("cannot listen for controllers at {}: {}", where.host_in_url(), std::strerror(errno)));
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(remote_listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
  // At the same place in the addresses of both families.
  const int port = ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
  remote_url_ = fmt::format("tcp://{}:{}/", where.host_in_url(), port);
  token_ = settings.token;
  return {};
}

void ExternPort::poke() { ::eventfd_write(wakeup_.get(), 1); }

std::vector<std::string> ExternPort::urls(const std::string& robot) const {
  std::vector<std::string> urls = {fmt::format("ipc://{}/{}", number_, robot)};
  if (remote_listener_) urls.push_back(remote_url_ + robot);
  return urls;
}

fs::path ExternPort::socket_of(const std::string& robot) const {
  char name[64];
  lo_extern_name(robot.c_str(), name);
  return folder_ / "ipc" / name / "extern";
}

std::expected<void, std::string> ExternPort::claim(const std::string& robot) {
  if (std::string wrong = wrong_extern_name(robot); !wrong.empty()) return std::unexpected(std::move(wrong));
  const fs::path path = socket_of(robot);
  if (path.native().size() >= sizeof sockaddr_un::sun_path)
    return std::unexpected(
        fmt::format("the path {} is too long for a socket; set TMPDIR to a shorter one", path.string()));
  std::error_code error;
  if (fs::create_directories(path.parent_path(), error)) return {};
  return std::unexpected(error ? fmt::format("cannot make {}: {}", path.parent_path().string(), error.message())
                               : equal_extern_names(robot));
}

void ExternPort::release(const std::string& robot) { remove_tree(socket_of(robot).parent_path().c_str()); }

std::expected<void, std::string> ExternPort::add(std::shared_ptr<Caller> caller) {
  const fs::path path = socket_of(caller->robot_);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, path.c_str());
  if (!listen_at(caller->listener_, reinterpret_cast<sockaddr*>(&address), sizeof address, AF_UNIX))
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
  release(caller->robot_);
  poke();
}

void ExternPort::accept(int listener, std::shared_ptr<Caller> caller, bool remote) {
  FileDescriptor fd(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
  if (!fd) return;
  std::string who = name_of_peer(fd.get());
  if (knocks_.size() >= most_knocks) knocks_.pop_front();
  knocks_.push_back({ExternHello(std::move(fd)), std::move(caller), remote, std::move(who)});
}

void ExternPort::refuse(const Knock& knock, unsigned char status, const std::string& robot, const std::string& why) {
  knock.hello.answer(status);
  if (refused_ > most_refusals) return;
  refusals_(robot, fmt::format("{} was turned away: {}{}", knock.who, why,
                               ++refused_ > most_refusals ? "; no more are reported" : ""));
}

void ExternPort::answer(Knock& knock) {
  if (!knock.hello.has_our_version())
    return refuse(knock, LO_EXTERN_WRONG_VERSION, "",
                  "its controller library is of another version than the simulation");
  if (knock.remote && !knock.hello.knows(token_))
    return refuse(knock, LO_EXTERN_WRONG_TOKEN, "", "its LIGHTSOUT_TOKEN is another one");
  if (knock.caller)
    answer_at_socket(knock);
  else
    answer_at_port(knock);
}

// Somebody knocks at the robot's own socket.
void ExternPort::answer_at_socket(Knock& knock) {
  Caller& caller = *knock.caller;
  if (std::ranges::find(callers_, knock.caller) == callers_.end()) return knock.hello.answer(LO_EXTERN_UNKNOWN);
  if (caller.connection_ || caller.state() != Caller::State::Waiting)
    return refuse(knock, LO_EXTERN_TAKEN, caller.robot_, fmt::format("the robot has its controller, {}", caller.who()));
  if (!send_welcome(knock.hello.fd(), caller.block_fd_, caller.bell_fd_)) return;
  caller.connection_ = knock.hello.take();
  caller.connect(std::move(knock.who), {});
}

std::shared_ptr<Caller> ExternPort::find(const Knock& knock) const {
  const std::string wanted = knock.hello.robot();
  std::shared_ptr<Caller> found;
  int count = 0;
  for (const auto& caller : callers_) {
    const bool is_meant = wanted.empty() ? caller->state() == Caller::State::Waiting : caller->robot_ == wanted;
    if (is_meant && count++ == 0) found = caller;
  }
  if (count == 1) return found;
  knock.hello.answer(count > 1                             ? LO_EXTERN_AMBIGUOUS
                     : wanted.empty() && !callers_.empty() ? LO_EXTERN_TAKEN
                                                           : LO_EXTERN_UNKNOWN);
  return nullptr;
}

void ExternPort::answer_at_port(Knock& knock) {
  const std::shared_ptr<Caller> caller = find(knock);
  if (!caller) return;
  if (!knock.remote) {
    knock.hello.answer(LO_EXTERN_ELSEWHERE);
    const std::string path = caller->socket_path_.string();
    ::send(knock.hello.fd(), path.c_str(), path.size() + 1, MSG_NOSIGNAL);
    return;
  }
  if (caller->state() != Caller::State::Waiting)
    return refuse(knock, LO_EXTERN_TAKEN, caller->robot_,
                  fmt::format("the robot has its controller, {}", caller->who()));
  knock.hello.answer(LO_EXTERN_REMOTE);
  caller->connect(std::move(knock.who), knock.hello.take());
}

void ExternPort::look_at_callers(const std::vector<pollfd>& polled, std::size_t first) {
  for (std::size_t i = 0; i < callers_.size() && first + 2 * i + 1 < polled.size(); ++i) {
    Caller& caller = *callers_[i];
    if (polled[first + 2 * i].revents) accept(caller.listener_.get(), callers_[i], false);
    if (!polled[first + 2 * i + 1].revents) continue;
    char byte;
    const ssize_t count = ::recv(caller.connection_.get(), &byte, 1, MSG_DONTWAIT);
    if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))) continue;
    caller.connection_.reset();
    caller.lose();
  }
}

void ExternPort::run() {
  ::pthread_setname_np(::pthread_self(), "extern port");
  std::vector<pollfd> polled;
  for (;;) {
    int timeout_ms = -1;
    std::size_t first_caller;
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      polled.assign({{wakeup_.get(), POLLIN, 0},
                     {listener_.get(), POLLIN, 0},
                     {remote_listener_ ? remote_listener_.get() : -1, POLLIN, 0}});
      for (const Knock& knock : knocks_) polled.push_back({knock.hello.fd(), POLLIN, 0});
      first_caller = polled.size();
      for (const auto& caller : callers_) {
        polled.push_back({caller->listener_.get(), POLLIN, 0});
        polled.push_back({caller->connection_ ? caller->connection_.get() : -1, POLLIN, 0});
      }
      if (!knocks_.empty()) timeout_ms = 200;
    }
    if (::poll(polled.data(), polled.size(), timeout_ms) < 0) continue;
    const std::lock_guard lock(mutex_);
    if (polled[0].revents) {
      // The list may have changed: what was polled is looked at again in the next round.
      eventfd_t ignored;
      ::eventfd_read(wakeup_.get(), &ignored);
      continue;
    }
    std::erase_if(knocks_, [this](Knock& knock) {
      const ExternHello::State state = knock.hello.read();
      if (state == ExternHello::State::Whole) answer(knock);
      return state != ExternHello::State::Incomplete;
    });
    look_at_callers(polled, first_caller);
    if (polled[1].revents) accept(listener_.get(), nullptr, false);
    if (polled[2].revents) accept(remote_listener_.get(), nullptr, true);
  }
}

}  // namespace lightsout
