// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file descriptor that closes itself, and that users' code leaves alone (held.h).
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/descriptors/held.h"

namespace lightsout {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) { hold(fd); }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~FileDescriptor() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset() { (void)close(); }
  // 0, or the errno of what was still to be written to it.
  int close() {
    if (fd_ < 0) return 0;
    let_go(fd_);
    return ::close(std::exchange(fd_, -1)) != 0 ? errno : 0;
  }

 private:
  int fd_ = -1;
};

}  // namespace lightsout
