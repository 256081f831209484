// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/guard_main.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <initializer_list>

#include "engine/descriptors/directory_entry.h"
#include "engine/descriptors/remove_tree.h"

namespace lightsout {
namespace {

pid_t to_pid(const char* text) {
  pid_t pid = 0;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9') return 0;
    pid = pid * 10 + (*text - '0');
  }
  return pid;
}

// Of /proc/PID, into memory.environment: how many bytes.
std::size_t read_of(pid_t pid, const char* what, GuardMemory& memory) {
  char path[32] = "/proc/";
  char digits[12];
  int count = 0;
  for (pid_t rest = pid; rest > 0; rest /= 10) digits[count++] = static_cast<char>('0' + rest % 10);
  std::size_t at = 6;
  while (count > 0) path[at++] = digits[--count];
  std::memcpy(path + at, what, std::strlen(what) + 1);
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  std::size_t size = 0;
  ssize_t got;
  while (size < GuardMemory::environment_size &&
         (got = ::read(fd, memory.environment + size, GuardMemory::environment_size - size)) > 0)
    size += static_cast<std::size_t>(got);
  ::close(fd);
  return size;
}

bool is_marked(pid_t pid, GuardMemory& memory) {
  const std::size_t size = read_of(pid, "/environ", memory);
  if (::memmem(memory.environment, size, memory.marker, memory.marker_size) == nullptr) return false;
  // Another guard, of a run that this program has started, has the same to do when that run is gone.
  constexpr std::size_t length = sizeof guard_name - 1;
  return read_of(pid, "/comm", memory) != length + 1 || std::memcmp(memory.environment, guard_name, length) != 0;
}

// How many were found.
int kill_marked_everywhere(GuardMemory& memory) {
  const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (proc < 0) return 0;
  int found = 0;
  long got;
  while ((got = ::syscall(SYS_getdents64, proc, memory.entries, sizeof memory.entries)) > 0) {
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(memory.entries + at);
      at += entry->size;
      const pid_t pid = to_pid(entry->name);
      if (pid > 1 && pid != ::getpid() && is_marked(pid, memory)) {
        ::kill(pid, SIGKILL);
        ++found;
      }
    }
  }
  ::close(proc);
  return found;
}

// `size`: of the message, its NUL is not there yet.
void take_place(GuardMemory& memory, std::size_t size) {
  memory.message[size] = 0;
  const char* path = memory.message + 1;
  if (memory.message[0] == GuardMemory::leave_nothing_of) {
    if (memory.place_count < GuardMemory::most_places) std::memcpy(memory.places[memory.place_count++], path, size);
    return;
  }
  for (std::size_t i = 0; i < memory.place_count; ++i)
    if (std::strcmp(memory.places[i], path) == 0) {
      std::memcpy(memory.places[i], memory.places[memory.place_count - 1], GuardMemory::most_path + 1);
      --memory.place_count;
      return;
    }
}

void take_group(GuardMemory& memory, pid_t message) {
  if (message > 0) {
    if (memory.count < GuardMemory::most_groups) memory.groups[memory.count++] = message;
    return;
  }
  for (std::size_t i = 0; i < memory.count; ++i)
    if (memory.groups[i] == -message) memory.groups[i--] = memory.groups[--memory.count];
}

[[noreturn]] void end_without_places(GuardMemory& memory) {
  for (std::size_t i = 0; i < memory.place_count; ++i) remove_tree(memory.places[i]);
  ::_exit(0);
}

}  // namespace

void guard_main(int pipe, GuardMemory& memory) {
  ::setsid();
  ::prctl(PR_SET_NAME, guard_name);
  ::dup2(pipe, 0);
  ::syscall(SYS_close_range, 1u, ~0u, 0u);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::sigaction(signal, &ignore, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  bool in_order = false;
  for (;;) {
    const ssize_t got = ::read(0, memory.message, sizeof memory.message - 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    pid_t group = 0;
    if (got != sizeof group) {
      take_place(memory, static_cast<std::size_t>(got));
      continue;
    }
    std::memcpy(&group, memory.message, sizeof group);
    if ((in_order = group == 0)) break;
    take_group(memory, group);
  }
  for (std::size_t i = 0; i < memory.count; ++i) ::kill(-memory.groups[i], SIGKILL);
  if (in_order) end_without_places(memory);
  // A killed process stays visible for a moment, and one that forks may be missed once.
  for (int round = 0; round < 100 && kill_marked_everywhere(memory) > 0; ++round) {
    const timespec pause{0, 10'000'000};
    ::nanosleep(&pause, nullptr);
  }
  end_without_places(memory);
}

}  // namespace lightsout
