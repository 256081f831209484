#include "app/stdout_to_stderr.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace lightsout {

StdoutToStderr::StdoutToStderr() {
  std::fflush(stdout);
  stdout_ = FileDescriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!stdout_) return;
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  // As on a terminal: a printed line stands beside what was told at that time.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

StdoutToStderr::~StdoutToStderr() {
  if (!stdout_) return;
  std::fflush(stdout);
  ::dup2(stdout_.get(), STDOUT_FILENO);
}

}  // namespace lightsout
