// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/descriptors/file_descriptor.h"

#include <unistd.h>

#include <cerrno>

#include "engine/descriptors/held.h"

namespace lightsout {

FileDescriptor::FileDescriptor(int fd) : fd_(fd) { hold(fd); }

int FileDescriptor::close() {
  if (fd_ < 0) return 0;
  let_go(fd_);
  return ::close(std::exchange(fd_, -1)) != 0 ? errno : 0;
}

}  // namespace lightsout
