#include "plugins/host/find_plugin.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr std::array source_extensions = {".c", ".cpp", ".cxx", ".cc"};

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> sources;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    for (const auto* extension : source_extensions)
      if (entry.path().extension() == extension) sources.push_back(entry.path());
  return sources;
}

bool has_makefile(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "Makefile", error) || fs::exists(folder / "makefile", error) ||
         fs::exists(folder / "GNUmakefile", error);
}

// lib<name>.so as Webots names it, <name>.so as it did before version 6; "" if neither is there.
fs::path library_in(const fs::path& folder, const std::string& name) {
  std::error_code error;
  for (const auto& file : {folder / ("lib" + name + ".so"), folder / (name + ".so")})
    if (fs::exists(file, error)) return file;
  return {};
}

// The environment with WEBOTS_HOME at our prefix; WEBOTS_HOME_PATH is derived from it by users' Makefiles.
std::vector<std::string> build_environment(const fs::path& prefix) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with("WEBOTS_HOME=") || text.starts_with("WEBOTS_HOME_PATH=") || text.starts_with("MAKE")) continue;
    environment.emplace_back(text);
  }
  environment.push_back("WEBOTS_HOME=" + prefix.string());
  return environment;
}

// Runs a program to its end in a folder and collects what it says on both streams.
std::expected<std::string, std::string> run_program(const std::vector<std::string>& arguments, const fs::path& folder,
                                                    const std::vector<std::string>& environment) {
  std::array<int, 2> pipe_ends;
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return std::unexpected(std::string("no pipe is to be had"));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 2);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  std::vector<char*> argv, envp;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  for (const auto& variable : environment) envp.push_back(const_cast<char*>(variable.c_str()));
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (error != 0) {
    close(pipe_ends[0]);
    return std::unexpected(fmt::format("{} cannot be started: {}", arguments[0], strerror(error)));
  }
  std::string output;
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(pipe_ends[0], buffer.data(), buffer.size())) != 0;) {
    if (count > 0)
      output.append(buffer.data(), std::size_t(count));
    else if (errno != EINTR)
      break;
  }
  close(pipe_ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  while (output.ends_with('\n')) output.pop_back();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::unexpected(fmt::format("{} failed:\n{}", fmt::join(arguments, " "), output));
  return output;
}

}  // namespace

fs::path own_prefix() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
}

std::expected<PluginFiles, std::string> find_plugin(const std::string& name, const PluginSearch& search) {
  if (name.empty() || name.find('/') != std::string::npos || name == "." || name == "..")
    return std::unexpected(fmt::format("\"{}\" is not a plugin's name: it is a folder in plugins/physics/", name));
  std::error_code error;
  std::vector<fs::path> candidates;
  const auto add = [&](const fs::path& project) {
    const auto folder = (fs::absolute(project, error) / "plugins" / "physics" / name).lexically_normal();
    if (std::ranges::find(candidates, folder) == candidates.end()) candidates.push_back(folder);
  };
  if (!search.world_path.empty()) add(fs::absolute(search.world_path, error).parent_path().parent_path());
  for (const auto& folder : search.proto_folders) {
    add(folder.parent_path());
    // Since 2022 a robot's PROTO may lie in <project>/protos/<anything>/.
    add(folder.parent_path().parent_path());
  }
  for (const auto& assets : search.assets) {
    add(assets);
    add(assets / "projects" / "default");
    add(assets / "resources" / "projects");
  }
  if (!search.prefix.empty()) {
    add(search.prefix);
    add(search.prefix / "projects" / "default");
  }
  for (const auto& folder : candidates) {
    if (!fs::is_directory(folder, error)) continue;
    PluginFiles files{folder, library_in(folder, name), false};
    if (files.library.empty()) {
      files.library = folder / ("lib" + name + ".so");
    } else {
      const auto made = fs::last_write_time(files.library, error);
      for (const auto& source : sources_in(folder)) files.newer_sources |= fs::last_write_time(source, error) > made;
    }
    return files;
  }
  std::string places;
  for (const auto& folder : candidates) places += "\n  " + folder.string();
  return std::unexpected(fmt::format("the physics plugin \"{}\" was not found; looked for the folder{}", name, places));
}

std::expected<fs::path, std::string> build_plugin(const PluginFiles& files, const std::string& name,
                                                  const fs::path& prefix) {
  std::error_code error;
  std::vector<std::string> command;
  if (has_makefile(files.folder)) {
    // On the command line too: there it wins over what Makefiles of past years derive from WEBOTS_HOME with a trick
    // that GNU make no longer plays along with (an empty variable += nothing was a blank until make 4.3).
    command = {"make", "WEBOTS_HOME_PATH=" + prefix.string()};
  } else {
    if (sources_in(files.folder).empty())
      return std::unexpected(fmt::format("{} holds neither {} nor C or C++ sources to build it from",
                                         files.folder.string(), files.library.filename().string()));
    const auto rules = prefix / "resources" / "Makefile.include";
    if (!fs::exists(rules, error))
      return std::unexpected(fmt::format("{} is missing: this installation cannot build plugins", rules.string()));
    command = {"make", "-f", rules.string()};
  }
  const auto output = run_program(command, files.folder, build_environment(prefix));
  if (!output) return std::unexpected(fmt::format("in {}: {}", files.folder.string(), output.error()));
  auto library = library_in(files.folder, name);
  if (library.empty())
    return std::unexpected(fmt::format("{} ran in {}, but made neither lib{}.so nor {}.so", fmt::join(command, " "),
                                       files.folder.string(), name, name));
  return library;
}

}  // namespace lightsout
