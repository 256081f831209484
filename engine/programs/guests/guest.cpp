// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/guests/guest.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "engine/descriptors/held.h"
#include "engine/programs/interposed.h"

namespace lightsout {

thread_local constinit int Guest::depth_ = 0;
std::atomic<bool> Guest::folder_has_changed_ = false;
thread_local constinit Guest* Guest::inside_ = nullptr;

namespace {

// Of the process: what a fork() copies, and where the program was when users' code first changed the folder.
bool is_copied = false;
int home_folder = -1;
pid_t process = 0;
std::atomic<std::uint64_t> guests = 0;

int open_here() { return ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC); }

// False where no file can be opened: then users' code must not leave it.
bool remember_home() {
  if (home_folder < 0) hold(home_folder = open_here());
  return home_folder >= 0;
}

int change_folder(int folder) { return int(::syscall(SYS_fchdir, folder)); }

// A copy that outlives a crash of the program would be left behind. Processes that it forks in turn are for Strays.
void on_fork_in_child() {
  if (!Guest::is_inside()) return;
  is_copied = true;
  Guest::note_folder_change(0);  // come_home() looks
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

}  // namespace

Guest::Guest() : number_(++guests) {
  process = ::getpid();
  static std::once_flag once;
  std::call_once(once, [] { ::pthread_atfork(nullptr, nullptr, on_fork_in_child); });
}

bool Guest::is_copy() { return is_copied; }
bool Guest::is_program() { return ::getpid() == process; }

bool Guest::set_folder(const std::filesystem::path& folder) {
  if (has_chosen_ || folder.empty()) return set_folder(nullptr);
  return set_folder(std::make_shared<FileDescriptor>(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)));
}

bool Guest::set_folder(std::shared_ptr<const FileDescriptor> folder) {
  if (has_chosen_) return true;
  folder_.reset();
  if (!folder) return true;
  if (!*folder || !remember_home()) return false;
  folder_ = std::move(folder);
  return true;
}

void Guest::go_to_folder() const { change_folder(folder_->get()); }

void Guest::come_home() {
  if (is_copied) {
    constexpr std::string_view text =
        "lightsout: a process that a controller or plugin has forked cannot go on with the simulation: it ends here\n";
    [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(EXIT_FAILURE);
  }
  if (folder_has_changed_.exchange(false, std::memory_order_relaxed)) {
    folder_ = std::make_shared<FileDescriptor>(open_here());
    has_chosen_ = true;
  }
  if (home_folder >= 0) change_folder(home_folder);
}

void Guest::note_folder_change(int result) {
  if (result == 0) folder_has_changed_.store(true, std::memory_order_relaxed);
}

namespace {

// Behind NAME=; nullptr if that is another variable.
char* value_in(char* entry, std::string_view name) {
  const std::string_view text = entry;
  return text.size() > name.size() && text.starts_with(name) && text[name.size()] == '=' ? entry + name.size() + 1
                                                                                         : nullptr;
}

}  // namespace

char* Guest::variable(const char* name) {
  if (inside_)
    for (std::string& entry : inside_->variables_) {
      if (char* value = value_in(entry.data(), name)) return value;
      if (entry == name) return nullptr;
    }
  for (char** entry = ::environ; entry && *entry; ++entry)
    if (char* value = value_in(*entry, name)) return value;
  return nullptr;
}

namespace {

// Also between vfork and exec, where the memory is the program's and the process is not: what goes on there is the
// child's alone.
bool is_the_programs() { return Guest::is_inside() && Guest::is_program(); }

int change_folder_noticed(long call, long folder) {
  const bool noticed = is_the_programs();
  if (noticed && !remember_home()) return -1;
  const int result = int(::syscall(call, folder));
  if (noticed) Guest::note_folder_change(result);
  return result;
}

}  // namespace
}  // namespace lightsout

extern "C" {

int chdir(const char* path) noexcept {
  return lightsout::change_folder_noticed(SYS_chdir, reinterpret_cast<long>(path));
}

char* getenv(const char* name) noexcept { return lightsout::Guest::variable(name); }

int fchdir(int folder) noexcept { return lightsout::change_folder_noticed(SYS_fchdir, folder); }

#if LIGHTSOUT_INTERPOSES

// Signals of the program's own end no sleep: nothing else in a process would know them.
int nanosleep(const timespec* time, timespec* left) {
  timespec rest = *time;
  int error;
  do error = ::clock_nanosleep(CLOCK_REALTIME, 0, &rest, &rest);
  while (error == EINTR && lightsout::is_the_programs());
  if (left) *left = rest;
  if (error != 0) errno = error;
  return error == 0 ? 0 : -1;
}

unsigned sleep(unsigned seconds) {
  timespec time{time_t(seconds), 0};
  return nanosleep(&time, &time) == 0 ? 0 : unsigned(time.tv_sec);
}

int usleep(useconds_t microseconds) {
  const timespec time{time_t(microseconds / 1'000'000), long(microseconds % 1'000'000) * 1000};
  return nanosleep(&time, nullptr);
}

#endif

}  // extern "C"
