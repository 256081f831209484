// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/descriptors/waiting.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "engine/descriptors/held.h"
#include "engine/descriptors/remove_tree.h"

namespace lightsout {
namespace {

std::atomic<const std::atomic<bool>*> asked_not_to_wait = nullptr;

// Between two looks whether the end was asked for, and whether a pipe has a reader, of which nothing tells.
constexpr int moment_ms = 50, look_for_reader_ms = 10;

// One that is ignored is kept too while it is blocked.
bool ends_programs(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN;
}

bool holds_back_a_signal() {
  sigset_t pending;
  if (::sigpending(&pending) != 0) return false;
  constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  return std::ranges::any_of(signals,
                             [&](int signal) { return ::sigismember(&pending, signal) == 1 && ends_programs(signal); });
}

class Patience {
 public:
  explicit Patience(std::chrono::milliseconds after_end) : after_end_(after_end) {}
  bool lasts() {
    if (!must_not_wait()) return true;
    const auto now = std::chrono::steady_clock::now();
    if (!is_seen_) seen_ = now;
    is_seen_ = true;
    return now - seen_ < after_end_;
  }

 private:
  std::chrono::milliseconds after_end_;
  bool is_seen_ = false;
  std::chrono::steady_clock::time_point seen_{};
};

// False: no more of it, EINTR. What is there is taken in any case, as all of a plain file is.
bool wait_for(int file, short events, Patience& patience) {
  for (int wait_ms = 0;; wait_ms = moment_ms) {
    pollfd one{.fd = file, .events = events, .revents = 0};
    const int ready = ::poll(&one, 1, wait_ms);
    // What cannot be asked is tried.
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    if (patience.lasts()) continue;
    errno = EINTR;
    return false;
  }
}

bool is_named_pipe(const char* path) {
  struct stat status {};
  return ::stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

int file_of(void* cookie) { return int(reinterpret_cast<std::intptr_t>(cookie)); }

ssize_t read_of_stream(void* cookie, char* to, std::size_t most) { return read_patiently(file_of(cookie), to, most); }

// 0: an error.
ssize_t write_of_stream(void* cookie, const char* from, std::size_t count) {
  return write_patiently(file_of(cookie), {from, count}) ? ssize_t(count) : 0;
}

int close_of_stream(void* cookie) {
  let_go(file_of(cookie));
  return ::close(file_of(cookie));
}

}  // namespace

NoWaiting::NoWaiting(const std::atomic<bool>& asked) : outer_(asked_not_to_wait.exchange(&asked)) {}
NoWaiting::~NoWaiting() { asked_not_to_wait = outer_; }

bool must_not_wait() {
  const std::atomic<bool>* const asked = asked_not_to_wait;
  return (asked && *asked) || holds_back_a_signal();
}

int open_patiently(const char* path, int flags, std::chrono::milliseconds patience) {
  if (!is_named_pipe(path)) return ::open(path, flags, 0666);
  for (Patience left(patience);; ::poll(nullptr, 0, look_for_reader_ms)) {
    const int file = ::open(path, flags | O_NONBLOCK, 0666);
    if (file >= 0 || errno != ENXIO) return file;
    if (left.lasts()) continue;
    errno = EINTR;
    return -1;
  }
}

ssize_t read_patiently(int file, void* to, std::size_t most) {
  for (Patience patience({}); wait_for(file, POLLIN, patience);) {
    const ssize_t got = ::read(file, to, most);
    if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
  }
  return -1;
}

bool write_patiently(int file, std::string_view bytes) {
  // A pipe that is said to take something takes so much without waiting.
  const int flags = ::fcntl(file, F_GETFL);
  const std::size_t most = flags >= 0 && (flags & O_NONBLOCK) ? bytes.size() : PIPE_BUF;
  while (!bytes.empty()) {
    Patience patience(last_patience);
    ssize_t written = -1;
    do {
      if (!wait_for(file, POLLOUT, patience)) return false;
      written = ::write(file, bytes.data(), std::min(most, bytes.size()));
    } while (written < 0 && (errno == EINTR || errno == EAGAIN));
    if (written == 0) errno = EIO;
    if (written <= 0) return false;
    bytes.remove_prefix(std::size_t(written));
  }
  return true;
}

int remove_patiently(const char* path) {
  Patience left(last_patience);
  return remove_tree(path, {[](void* patience) { return !static_cast<Patience*>(patience)->lasts(); }, &left});
}

std::FILE* open_stream(const char* path, const char* mode) {
  if (!is_named_pipe(path)) return std::fopen(path, mode);
  const bool reads = *mode == 'r';
  const int file = open_patiently(path, (reads ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
  if (file < 0) return nullptr;
  std::FILE* stream =
      ::fopencookie(reinterpret_cast<void*>(std::intptr_t(file)), mode,
                    {.read = read_of_stream, .write = write_of_stream, .seek = nullptr, .close = close_of_stream});
  if (!stream)
    ::close(file);
  else
    hold(file);
  return stream;
}

}  // namespace lightsout
