// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/beside.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

#include "engine/descriptors/file_descriptor.h"
#include "engine/descriptors/waiting.h"
#include "engine/descriptors/write_all.h"
#include "engine/programs/spawn.h"

namespace lightsout {
namespace {

[[noreturn]] void tell_and_end(int to, const std::function<std::string()>& tell) {
  bool is_told = false;
  try {
    is_told = write_all(to, tell());
  } catch (const std::exception&) {  // who waits hears of the end
  }
  ::_exit(is_told ? 0 : 1);
}

}  // namespace

std::expected<std::string, std::string> told_beside(const std::function<std::string()>& tell) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(std::strerror(errno));
  const FileDescriptor told(ends[0]);
  FileDescriptor teller(ends[1]);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) return std::unexpected(std::strerror(errno));
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    tell_and_end(teller.get(), tell);
  }
  teller.reset();
  std::string text;
  std::array<char, 4096> bytes;
  ssize_t got = 0;
  while ((got = read_patiently(told.get(), bytes.data(), bytes.size())) > 0)
    text.append(bytes.data(), std::size_t(got));
  if (got < 0) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) return std::unexpected(describe_wait_status(status));
  return text;
}

}  // namespace lightsout
