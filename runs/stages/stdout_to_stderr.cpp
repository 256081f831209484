// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/stdout_to_stderr.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace lightsout {
namespace {

// Another thread that opens a file may be in the way for a moment.
void lead(int to, int from) {
  while (::dup2(from, to) < 0 && (errno == EBUSY || errno == EINTR)) {
  }
}

}  // namespace

StdoutToStderr::StdoutToStderr() {
  std::fflush(stdout);
  stdout_ = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  stderr_ = FileDescriptor(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!stdout_) return;
  lead(STDOUT_FILENO, STDERR_FILENO);
  // As on a terminal: a printed line stands beside what was told at that time.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

StdoutToStderr::~StdoutToStderr() {
  std::fflush(stderr);
  if (stderr_) lead(STDERR_FILENO, stderr_.get());
  if (!stdout_) return;
  std::fflush(stdout);
  lead(STDOUT_FILENO, stdout_.get());
}

}  // namespace lightsout
