// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/sandbox/sandbox_processes.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

namespace lightsout {
namespace {

struct Process {
  pid_t pid, parent;
  unsigned long long start;
  std::int64_t pages;
};

// Fields 4, 22 and 24 of /proc/PID/stat, counted behind the name, which may hold anything.
bool read_process(pid_t pid, Process& process) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(fmt::format("/proc/{}/stat", pid).c_str(), "re"), &std::fclose);
  if (!file) return false;
  char text[1024];
  const std::size_t size = std::fread(text, 1, sizeof text - 1, file.get());
  text[size] = '\0';
  const char* rest = std::strrchr(text, ')');
  process.pid = pid;
  long long pages = 0;
  if (!rest ||
      std::sscanf(rest + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu %*u %lld",
                  &process.parent, &process.start, &pages) != 3)
    return false;
  process.pages = pages;
  return true;
}

}  // namespace

SandboxUse use_of_sandbox(pid_t init) {
  std::multimap<pid_t, Process> by_parent;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
    const pid_t pid = std::atoi(entry->d_name);
    Process process{};
    if (pid > 0 && read_process(pid, process)) by_parent.emplace(process.parent, process);
  }
  SandboxUse use;
  const std::int64_t page = ::sysconf(_SC_PAGESIZE);
  unsigned long long oldest = 0;
  for (std::vector<pid_t> open = {init}; !open.empty();) {
    const pid_t parent = open.back();
    open.pop_back();
    const auto [begin, end] = by_parent.equal_range(parent);
    for (auto child = begin; child != end; ++child) {
      const Process& process = child->second;
      ++use.processes;
      use.memory += process.pages * page;
      open.push_back(process.pid);
      if (parent == init && (use.first == 0 || process.start < oldest)) {
        use.first = process.pid;
        oldest = process.start;
      }
    }
  }
  return use;
}

std::int64_t memory_of_run() {
  Process self{};
  const std::int64_t own = read_process(::getpid(), self) ? self.pages * ::sysconf(_SC_PAGESIZE) : 0;
  return own + use_of_sandbox(::getpid()).memory;
}

}  // namespace lightsout
