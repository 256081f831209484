#include "engine/programs/process_guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>

namespace lightsout {
namespace {

// Everything down to guard_main runs in a forked copy of a program that may have threads: system calls only, no memory
// from the heap.

constexpr char guard_name[] = "lightsout-guard";  // as long as a process's name may be
constexpr std::size_t most_groups = 16384;
constexpr std::size_t environment_size = 256 * 1024;
constexpr std::size_t most_places = 256, most_path = 4096;

// A message is the number of a group, or a path with one of these before it.
constexpr char leave_nothing_of = '+', leave_alone = '-';

struct GuardMemory {
  pid_t groups[most_groups];
  std::size_t count = 0;
  char marker[256];
  std::size_t marker_size = 0;
  char environment[environment_size];
  char entries[32768];
  char message[1 + most_path + 1];
  char places[most_places][most_path + 1];
  std::size_t place_count = 0;
};

// As getdents64 writes it.
struct Entry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short size;
  unsigned char type;
  char name[];
};

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
  while (size < environment_size && (got = ::read(fd, memory.environment + size, environment_size - size)) > 0)
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
      const auto* entry = reinterpret_cast<const Entry*>(memory.entries + at);
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
  if (memory.message[0] == leave_nothing_of) {
    if (memory.place_count < most_places) std::memcpy(memory.places[memory.place_count++], path, size);
    return;
  }
  for (std::size_t i = 0; i < memory.place_count; ++i)
    if (std::strcmp(memory.places[i], path) == 0) {
      std::memcpy(memory.places[i], memory.places[memory.place_count - 1], most_path + 1);
      --memory.place_count;
      return;
    }
}

void take_group(GuardMemory& memory, pid_t message) {
  if (message > 0) {
    if (memory.count < most_groups) memory.groups[memory.count++] = message;
    return;
  }
  for (std::size_t i = 0; i < memory.count; ++i)
    if (memory.groups[i] == -message) memory.groups[i--] = memory.groups[--memory.count];
}

// By programs: what removes a tree needs memory from the heap. A folder without rights cannot be emptied.
[[noreturn]] void end_without_places(GuardMemory& memory) {
  static char* arguments[most_places + 5];
  static char shell[] = "/bin/sh", option[] = "-c",
              script[] = "exec >/dev/null 2>&1; /bin/chmod -R u+rwx -- \"$@\"; exec /bin/rm -rf -- \"$@\"";
  std::size_t count = 0;
  for (char* argument : {shell, option, script, shell}) arguments[count++] = argument;
  for (std::size_t i = 0; i < memory.place_count; ++i) arguments[count++] = memory.places[i];
  arguments[count] = nullptr;
  static char* nothing[] = {nullptr};
  if (memory.place_count > 0) ::execve(shell, arguments, nothing);
  ::_exit(0);
}

[[noreturn]] void guard_main(int pipe, GuardMemory& memory) {
  ::setsid();
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

}  // namespace

const std::string& mark_of_this_program() {
  static std::mutex mutex;
  static std::string mark;
  static pid_t owner = 0;
  const std::lock_guard lock(mutex);
  if (owner != ::getpid()) {
    owner = ::getpid();
    mark = fmt::format("LIGHTSOUT_RUN={}.{:x}.", owner, std::chrono::system_clock::now().time_since_epoch().count());
  }
  return mark;
}

ProcessGuard& ProcessGuard::of_this_program() {
  static std::mutex mutex;
  struct Deleter {
    void operator()(ProcessGuard* guard) const { delete guard; }
  };
  static std::unique_ptr<ProcessGuard, Deleter> guard;
  const std::lock_guard lock(mutex);
  if (!guard || guard->owner_ != ::getpid()) {
    guard.reset();
    guard.reset(new ProcessGuard);
  }
  return *guard;
}

ProcessGuard::ProcessGuard() : owner_(::getpid()) {
  static_assert(sizeof(pid_t) == sizeof(std::int32_t));
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  FileDescriptor read_end(ends[0]);
  link_ = FileDescriptor(ends[1]);
  const std::string& mark = mark_of_this_program();
  auto memory = std::make_unique_for_overwrite<GuardMemory>();
  memory->marker_size = std::min(mark.size(), sizeof memory->marker);
  std::memcpy(memory->marker, mark.data(), memory->marker_size);
  // Forked twice, while orphans are not adopted: the guard is nobody's child, so that a program that has started
  // nothing else has no children.
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t between = ::fork();
  if (between == 0) {
    ::prctl(PR_SET_NAME, guard_name);  // the guard has it from its first moment on
    if (::fork() == 0) guard_main(read_end.get(), *memory);
    ::_exit(0);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (between > 0) ::waitpid(between, nullptr, 0);
  // From now on what children leave behind comes to this program.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

// Whoever ends in order has ended what it started.
ProcessGuard::~ProcessGuard() {
  if (owner_ == ::getpid()) tell(0);
}

void ProcessGuard::forget(pid_t group) { tell(-group); }

void ProcessGuard::leave_nothing_of(const std::string& path) { tell(lightsout::leave_nothing_of, path); }

void ProcessGuard::leave_alone(const std::string& path) { tell(lightsout::leave_alone, path); }

void ProcessGuard::tell(pid_t group) { send(&group, sizeof group); }

void ProcessGuard::tell(char what, const std::string& path) {
  if (path.size() <= most_path) send((what + path).data(), 1 + path.size());
}

void ProcessGuard::send(const void* message, std::size_t size) {
  // Without SIGPIPE: somebody may have killed the guard, the rest must do then.
  if (link_) ::send(link_.get(), message, size, MSG_NOSIGNAL);
}

}  // namespace lightsout
