// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/machine.h"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

#include "engine/programs/environment.h"
#include "engine/programs/spawn.h"
#include "runs/reports/verdict.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

constexpr double git_seconds = 10;  // of wall clock

constexpr std::string_view telling_prefixes[] = {"LIGHTSOUT_", "WEBOTS_",   "PYTHON", "LD_",  "LC_",  "GLIBC_",
                                                 "OMP_",       "OPENBLAS_", "MKL_",   "NPY_", "ROS_", "MALLOC_"};
constexpr std::string_view secret_names[] = {"LIGHTSOUT_TOKEN"};  // a manifest is for others to read
constexpr std::string_view telling_names[] = {"LANG", "LANGUAGE", "PATH", "TZ", "LOCPATH"};
constexpr std::string_view given_prefixes[] = {"OMP_", "OPENBLAS_", "MKL_", "NPY_", "LC_"};
constexpr std::string_view given_names[] = {
    "LIGHTSOUT_CONTROLLER_LIBM", "PYTHONHASHSEED", "PYTHONOPTIMIZE", "LANG", "LANGUAGE", "TZ"};

template <std::size_t A, std::size_t B>
bool is_among(std::string_view name, const std::string_view (&prefixes)[A], const std::string_view (&names)[B]) {
  return std::ranges::any_of(prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); }) ||
         std::ranges::find(names, name) != std::end(names);
}

// What git prints; nothing where it fails.
std::optional<std::string> git(const fs::path& program, const fs::path& folder, std::vector<std::string> words) {
  Environment environment = Environment::current();
  environment.set("GIT_OPTIONAL_LOCKS", "0");
  words.insert(words.begin(), "git");
  SpawnRequest request{
      .program = program, .arguments = std::move(words), .environment = environment.entries(), .folder = folder};
  const auto finished = run_to_end(std::move(request), {.seconds = git_seconds});
  if (!finished || finished->status != 0) return {};
  return finished->output;
}

bool has_repository(const fs::path& folder) {
  std::error_code error;
  for (fs::path at = folder; at.has_relative_path(); at = at.parent_path())
    if (fs::exists(at / ".git", error)) return true;
  return false;
}

}  // namespace

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return {};
}

std::string operating_system() {
  utsname name{};
  if (::uname(&name) != 0) return {};
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::map<std::string, std::string> versions() {
  return {{"lightsout", LIGHTSOUT_VERSION},
          {"compiler", __VERSION__},
          {"glibc", ::gnu_get_libc_version()},
          {"ode", LIGHTSOUT_ODE_VERSION},
          {"embree", LIGHTSOUT_EMBREE_VERSION},
          {"fcl", LIGHTSOUT_FCL_VERSION},
          {"eigen", LIGHTSOUT_EIGEN_VERSION},
          {"lua", LIGHTSOUT_LUA_VERSION},
          {"yaml-cpp", LIGHTSOUT_YAML_VERSION},
          {"xxhash", fmt::format("{}.{}.{}", XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE)},
          {"zstd", ::ZSTD_versionString()}};
}

std::map<std::string, std::string> telling_environment() {
  std::map<std::string, std::string> telling;
  for (const std::string& entry : Environment::current().entries()) {
    const std::size_t equals = entry.find('=');
    if (equals == entry.npos) continue;
    const std::string_view name = std::string_view(entry).substr(0, equals);
    const bool is_secret = std::ranges::find(secret_names, name) != std::end(secret_names);
    if (!is_secret && is_among(name, telling_prefixes, telling_names))
      telling[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  return telling;
}

bool is_given_again(const std::string& variable) { return is_among(variable, given_prefixes, given_names); }

std::optional<Commit> commit_of(const fs::path& folder) {
  if (!has_repository(folder)) return {};
  const auto program = find_program("git");
  if (!program) return {};
  std::optional<std::string> name = git(*program, folder, {"rev-parse", "HEAD"});
  if (!name) return {};
  while (name->ends_with('\n')) name->pop_back();
  const auto changed = git(*program, folder, {"status", "--porcelain", "--untracked-files=no"});
  return Commit{std::move(*name), !changed || !changed->empty()};
}

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

}  // namespace lightsout
