// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "engine/programs/outside.h"
#include "engine/programs/process_guard.h"

namespace lightsout {
namespace {

struct Pipe {
  FileDescriptor read, write;
};

std::optional<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// All that the child needs, ready before it exists: between vfork and exec it shares our memory and may only make
// system calls.
struct Child {
  const char* program;
  char* const* argv;
  char* const* envp;
  const char* folder;
  int input, output, errors, report, guard;
  const std::vector<FileDescriptor>& inherited;
  pid_t parent;
  sigset_t no_signals;
};

// What a program finds when it is started, and not what this one has made of it.
void set_defaults(const sigset_t& no_signals) {
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  for (int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU})
    ::sigaction(signal, &by_default, nullptr);
  ::sigprocmask(SIG_SETMASK, &no_signals, nullptr);
  // The same addresses in each run: what a program makes of memory that it never wrote repeats. Some containers forbid
  // it.
  ::personality(::personality(0xffffffff) | ADDR_NO_RANDOMIZE);
}

// Between vfork and exec: the child ends rather than write where its parent does.
void place(int from, int to, int report) {
  while (::dup2(from, to) < 0) {
    if (errno == EINTR || errno == EBUSY) continue;
    const int error = errno;
    if (::write(report, &error, sizeof error) < 0) ::_exit(126);
    ::_exit(127);
  }
}

[[noreturn]] void run_child(const Child& child) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != child.parent) ::_exit(127);
  // Whoever kills us from now on, the group is known.
  const pid_t self = ::getpid();
  if (child.guard >= 0) ::send(child.guard, &self, sizeof self, MSG_NOSIGNAL);
  // The sources lie above all targets.
  place(child.input, 0, child.report);
  place(child.output, 1, child.report);
  place(child.errors, 2, child.report);
  int report = 3;
  for (const FileDescriptor& inherited : child.inherited) place(inherited.get(), report++, child.report);
  place(child.report, report, child.report);
  ::fcntl(report, F_SETFD, FD_CLOEXEC);
  ::syscall(SYS_close_range, static_cast<unsigned>(report) + 1, ~0u, 0u);
  set_defaults(child.no_signals);
  if (::syscall(SYS_chdir, child.folder) == 0) ::execve(child.program, child.argv, child.envp);
  const int error = errno;
  if (::write(report, &error, sizeof error) < 0) ::_exit(126);
  ::_exit(127);
}

__attribute__((noinline)) pid_t start_child(const Child& child) {
  const pid_t pid = ::vfork();
  if (pid == 0) run_child(child);
  return pid;
}

// A copy of the descriptor that is none of the child's own.
FileDescriptor above_the_targets(int fd) { return FileDescriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 8)); }

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

std::string cannot_start(const SpawnRequest& request, int error) {
  return fmt::format("cannot start {}: {}", request.program.string(), std::strerror(error));
}

}  // namespace

std::string become(const SpawnRequest& request) {
  const std::vector<char*> argv = pointers(request.arguments), envp = pointers(request.environment);
  if (!request.folder.empty() && ::chdir(request.folder.c_str()) != 0) return cannot_start(request, errno);
  sigset_t none;
  sigemptyset(&none);
  set_defaults(none);
  ::execve(request.program.c_str(), argv.data(), envp.data());
  return cannot_start(request, errno);
}

std::expected<Spawned, std::string> spawn(const SpawnRequest& request) {
  const auto failure = [&](int error) { return std::unexpected(cannot_start(request, error)); };
  if (const std::string lacking = what_the_system_lacks(); !lacking.empty())
    return std::unexpected(fmt::format("cannot start {}: {}", request.program.string(), lacking));
  std::optional<Pipe> output = make_pipe(), errors = request.one_pipe ? Pipe{} : make_pipe(), report = make_pipe();
  if (!output || !errors || !report) return failure(errno);
  const FileDescriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const FileDescriptor high_null = above_the_targets(null.get()), high_output = above_the_targets(output->write.get()),
                       high_errors = above_the_targets(request.one_pipe ? output->write.get() : errors->write.get());
  FileDescriptor high_report = above_the_targets(report->write.get());
  std::vector<FileDescriptor> high_inherited;
  for (const int fd : request.inherited_fds) {
    high_inherited.push_back(above_the_targets(fd));
    if (!high_inherited.back()) return failure(errno);
  }
  if (!high_null || !high_output || !high_errors || !high_report) return failure(errno);
  report->write.reset();
  output->write.reset();
  errors->write.reset();

  const std::string program = request.program.string(), folder = request.folder.string();
  std::vector<std::string> environment = request.environment;
  if (const std::string& mark = mark_of_this_program();
      std::ranges::none_of(environment, [&](const std::string& entry) { return entry.starts_with(mark); })) {
    std::erase_if(environment, [&](const std::string& entry) { return entry.starts_with("LIGHTSOUT_RUN="); });
    environment.push_back(mark);
  }
  const std::vector<char*> argv = pointers(request.arguments), envp = pointers(environment);
  ProcessGuard& guard = ProcessGuard::of_this_program();
  Child child{program.c_str(),   argv.data(),       envp.data(),  folder.c_str(), high_null.get(), high_output.get(),
              high_errors.get(), high_report.get(), guard.link(), high_inherited, ::getpid(),      {}};
  sigemptyset(&child.no_signals);
  const pid_t pid = start_child(child);
  if (pid < 0) return failure(errno);

  Spawned spawned;
  spawned.pid = pid;
  ::setpgid(pid, pid);  // also here: whoever kills the group must find it at once
  high_report.reset();
  int error = 0;
  if (::read(report->read.get(), &error, sizeof error) == sizeof error) {
    ::waitpid(pid, nullptr, 0);
    guard.forget(pid);
    return failure(error);
  }
  spawned.pidfd = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!spawned.pidfd) {
    const int cause = errno;
    ::kill(-pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    guard.forget(pid);
    return failure(cause);
  }
  ::fcntl(output->read.get(), F_SETFL, O_NONBLOCK);
  spawned.output = std::move(output->read);
  if (!request.one_pipe) {
    ::fcntl(errors->read.get(), F_SETFL, O_NONBLOCK);
    spawned.errors = std::move(errors->read);
  }
  return spawned;
}

std::expected<Finished, std::string> run_to_end(SpawnRequest request, const RunLimits& limits) {
  using Clock = std::chrono::steady_clock;
  constexpr auto most_wait = std::chrono::milliseconds(200);  // a signal may come just before the sleep
  request.one_pipe = true;
  auto process = spawn(request);
  if (!process) return std::unexpected(process.error());
  const auto start = Clock::now();
  Finished finished{};
  char buffer[16384];
  const auto read_some = [&] {
    ssize_t count;
    while ((count = ::read(process->output.get(), buffer, sizeof buffer)) > 0)
      finished.output.append(buffer, static_cast<std::size_t>(count));
    return count < 0;  // else the other side is closed
  };
  // The whole group: what it has started goes with it.
  const auto end_group = [&] {
    ::kill(-process->pid, SIGKILL);
    ::waitpid(process->pid, &finished.status, 0);
    while (::waitpid(-process->pid, nullptr, WNOHANG) > 0) {
    }
    ProcessGuard::of_this_program().forget(process->pid);
  };
  bool ended = false, open = true;
  while (!ended) {
    pollfd polled[2] = {{process->pidfd.get(), POLLIN, 0}, {open ? process->output.get() : -1, POLLIN, 0}};
    ::poll(polled, 2, int(most_wait.count()));
    if (limits.interrupted && limits.interrupted->load()) {
      end_group();
      return std::unexpected(fmt::format("{} was interrupted", request.program.string()));
    }
    if (polled[1].revents) open = read_some();
    ended = polled[0].revents != 0;
    if (!ended && limits.seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() > limits.seconds) {
      end_group();
      return std::unexpected(
          fmt::format("{} was not done within {} s and was ended", request.program.string(), limits.seconds));
    }
  }
  if (open) read_some();
  end_group();
  return finished;
}

std::string describe_wait_status(int status) {
  if (WIFEXITED(status)) return fmt::format("exited with code {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const char* name = ::sigabbrev_np(signal);
  const char* meaning = ::sigdescr_np(signal);
  if (!name) return fmt::format("was killed by signal {}", signal);
  return fmt::format("was killed by SIG{} ({})", name, meaning ? meaning : "");
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const auto is_program = [](const std::filesystem::path& file) {
    std::error_code ignored;
    return ::access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, ignored);
  };
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    const std::filesystem::path candidate = std::filesystem::path(folder.empty() ? "." : folder) / name;
    // Whole: it may be started in another folder.
    if (is_program(candidate)) return std::filesystem::absolute(candidate);
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

}  // namespace lightsout
