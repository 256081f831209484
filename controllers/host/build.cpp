#include "controllers/host/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "controllers/host/environment.h"
#include "controllers/host/spawn.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".c" || extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".c++";
}

bool has_makefile(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "Makefile", ignored) || fs::exists(folder / "makefile", ignored) ||
         fs::exists(folder / "GNUmakefile", ignored);
}

// Held while a folder is built. Not the folder itself: users' own tools may lock that.
FileDescriptor lock_build(const fs::path& folder, const std::atomic<bool>* interrupted) {
  std::error_code ignored;
  fs::create_directories(folder / "build", ignored);
  FileDescriptor lock(::open((folder / "build" / ".lightsout.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!lock) return lock;
  while (::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR)
    if (interrupted && interrupted->load()) break;
  return lock;
}

}  // namespace

bool has_sources(const fs::path& folder) {
  if (has_makefile(folder)) return true;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (is_source(entry.path())) return true;
  return false;
}

std::expected<BuildResult, std::string> build_folder(const fs::path& folder, const BuildSettings& settings) {
  const auto make = find_program("make");
  if (!make)
    return std::unexpected(
        fmt::format("{} has to be built and there is no `make`: install it and a compiler (Debian: build-essential)",
                    folder.string()));
  const unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> arguments{"make", fmt::format("-j{}", jobs)};
  if (!has_makefile(folder)) {
    const fs::path rules = settings.prefix / "resources" / "Makefile.include";
    std::error_code ignored;
    if (!fs::exists(rules, ignored))
      return std::unexpected(
          fmt::format("{} has no Makefile and the default rules, {}, are missing from the installation",
                      folder.string(), rules.string()));
    arguments.insert(arguments.end(), {"-f", rules.string()});
  }
  BuildResult result;
  result.command = fmt::format("WEBOTS_HOME={} make -C {}", settings.prefix.string(), folder.string());
  for (std::size_t i = 1; i < arguments.size(); ++i) result.command += " " + arguments[i];

  const FileDescriptor lock = lock_build(folder, settings.interrupted);
  Environment environment = Environment::current();
  environment.set("WEBOTS_HOME", settings.prefix.string());
  environment.set("LC_ALL", "C");
  environment.unset("MAKEFLAGS");
  environment.unset("MAKELEVEL");
  SpawnRequest request;
  request.program = *make;
  request.arguments = arguments;
  request.environment = environment.entries();
  request.folder = folder;
  request.one_pipe = true;
  auto process = spawn(request);
  if (!process) return std::unexpected(process.error());

  // Until the process has ended, not until its output has: what it left behind could hold that for ever.
  bool ended = false;
  char buffer[16384];
  const auto read_some = [&] {
    ssize_t count;
    while ((count = ::read(process->output.get(), buffer, sizeof buffer)) > 0)
      result.output.append(buffer, static_cast<std::size_t>(count));
    return count < 0;  // else the other side is closed
  };
  bool open = true;
  while (!ended) {
    pollfd polled[2] = {{process->pidfd.get(), POLLIN, 0}, {open ? process->output.get() : -1, POLLIN, 0}};
    ::poll(polled, 2, -1);
    if (settings.interrupted && settings.interrupted->load()) {
      ::kill(-process->pid, SIGKILL);
      ::waitpid(process->pid, nullptr, 0);
      return std::unexpected(fmt::format("the build of {} was interrupted", folder.string()));
    }
    if (polled[1].revents) open = read_some();
    ended = polled[0].revents != 0;
  }
  if (open) read_some();
  int status = 0;
  ::waitpid(process->pid, &status, 0);
  ::kill(-process->pid, SIGKILL);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return result;
  while (result.output.ends_with('\n')) result.output.pop_back();
  return std::unexpected(fmt::format("the build of {} failed: `{}` {}. Its output:\n{}", folder.string(),
                                     result.command, describe_wait_status(status), result.output));
}

}  // namespace lightsout
