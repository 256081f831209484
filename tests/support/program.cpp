// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "engine/programs/sanitizers.h"

extern char** environ;

namespace lightsout {
namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

ProgramResult run_program(const std::string& program, const std::vector<std::string>& arguments,
                          const ProgramOptions& options) {
  const TemporaryFolder folder;
  const std::string out = folder / "out", err = folder / "err", directory = options.directory;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);

  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = options.environment;
  for (char** entry = environ; *entry; ++entry) environment.emplace_back(*entry);
  pid_t pid = -1;
  const int error =
      posix_spawnp(&pid, program.c_str(), &actions, nullptr, pointers(words).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  INFO(program);
  REQUIRE(error == 0);

  // Sanitizers take longer.
  const double timeout = options.timeout * (LIGHTSOUT_SANITIZER() ? 5 : 1);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(timeout);
  int status = 0;
  bool timed_out = false;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (options.watch) options.watch(pid);
    std::this_thread::sleep_for(std::chrono::milliseconds(options.watch ? 20 : 2));
    if (std::chrono::steady_clock::now() < deadline || timed_out) continue;
    timed_out = true;
    ::kill(pid, SIGKILL);
  }
  ProgramResult result;
  result.out = read_file(out);
  result.err = read_file(err);
  UNSCOPED_INFO("stderr: " << result.err);
  REQUIRE_FALSE(timed_out);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

ProgramResult run_lightsout(const std::vector<std::string>& arguments, const ProgramOptions& options) {
  return run_program(LIGHTSOUT_EXECUTABLE, arguments, options);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace lightsout
