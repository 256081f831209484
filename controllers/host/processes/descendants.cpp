// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/host/processes/descendants.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {
namespace {

// "" of a process that is gone: reading then fails even where opening did not.
std::string read_all(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; file && (count = ::read(file.get(), buffer, sizeof buffer)) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {};
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

// 0: it is no number.
pid_t to_pid(std::string_view text) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  return error == std::errc() && end == text.data() + text.size() ? pid : 0;
}

// Not /proc/<pid>/task/<tid>/children: not every kernel has it.
std::vector<pid_t> children_of_this_program() {
  std::vector<pid_t> result;
  std::error_code error;  // entries come and go meanwhile: no iterator may throw
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const pid_t pid = to_pid(entry->path().filename().native());
    if (pid <= 0) continue;
    // "pid (name) state parent ...", and the name may hold anything.
    const std::string status = read_all(fmt::format("/proc/{}/stat", pid));
    const std::size_t after_name = status.rfind(") ");
    if (after_name == std::string::npos || status.size() < after_name + 5) continue;
    const std::string_view parent = std::string_view(status).substr(after_name + 4);
    if (to_pid(parent.substr(0, parent.find(' '))) == ::getpid()) result.push_back(pid);
  }
  return result;
}

bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

void kill_marked_children(const std::string& marker) {
  // Each round may bring the children of those that it killed. A process that forks without end is followed for a
  // while.
  for (int round = 0; round < 1000 && has_children(); ++round) {
    bool found = false;
    for (const pid_t pid : children_of_this_program()) {
      const std::string environment = read_all(fmt::format("/proc/{}/environ", pid));
      if (environment.find(marker + '\0') == std::string::npos) continue;
      found = true;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    if (!found) return;
  }
}

// As subreaper the program gets the orphans of its children.
Strays::Strays() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (has_children()) before_ = children_of_this_program();
}

Strays::~Strays() {
  for (int round = 0; round < 1000 && has_children(); ++round) {
    bool found = false;
    for (const pid_t pid : children_of_this_program()) {
      if (std::ranges::find(before_, pid) != before_.end()) continue;
      found = true;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    if (!found) return;
  }
}

}  // namespace lightsout
