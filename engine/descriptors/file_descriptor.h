// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file descriptor that closes itself, and that users' code leaves alone (held.h).
#pragma once

#include <utility>

namespace lightsout {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd);
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
  int close();

 private:
  int fd_ = -1;
};

}  // namespace lightsout
