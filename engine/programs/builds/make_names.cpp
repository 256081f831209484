// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/programs/builds/make_names.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstdlib>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Of its parts, the first that make cannot cope with; "" if none.
std::string trouble_with(const fs::path& path) {
  for (const fs::path& part : path.lexically_normal())
    if (const std::string oddity = oddity_of(part.string(), odd_in_paths); part != "/" && !oddity.empty())
      return fmt::format("the part \"{}\" of {} {}", part.string(), path.string(), oddity);
  return "";
}

// What the links are in: $XDG_CACHE_HOME where it is absolute, as its specification has it, else ~/.cache.
fs::path cache_folder() {
  const char* const given = std::getenv("XDG_CACHE_HOME");
  if (given && fs::path(given).is_absolute()) return given;
  const char* const user = std::getenv("HOME");
  return user && fs::path(user).is_absolute() ? fs::path(user) / ".cache" : fs::path();
}

// A link to the home, whose name follows from the home's path. Several programs may make it at once.
std::expected<fs::path, std::string> make_link(const fs::path& home) {
  const fs::path cache = cache_folder();
  if (cache.empty()) return std::unexpected("there is no HOME");
  const fs::path folder = cache / "lightsout" / "homes";
  if (const std::string trouble = trouble_with(folder); !trouble.empty()) return std::unexpected(trouble);
  const std::string path = home.string();
  const fs::path link = folder / fmt::format("{:016x}", XXH3_64bits(path.data(), path.size()));
  std::error_code error;
  if (fs::read_symlink(link, error) == home) return link;
  fs::create_directories(folder, error);
  const fs::path made = fmt::format("{}.{}", link.string(), ::getpid());
  if (!error) fs::create_directory_symlink(home, made, error);
  if (!error) fs::rename(made, link, error);
  if (error) return std::unexpected(fmt::format("{}: {}", link.string(), error.message()));
  return link;
}

}  // namespace

std::string oddity_of(const std::string& name, std::string_view odd) {
  for (const char c : name) {
    if (c == ' ') return "has a blank";
    if (c >= 0 && c < ' ') return "has a control character";
    if (odd.contains(c)) return fmt::format("has the character {}", c);
  }
  return "";
}

std::expected<fs::path, std::string> home_for_make(const fs::path& home) {
  const std::string trouble = trouble_with(home);
  if (trouble.empty()) return home;
  auto link = make_link(home);
  if (!link)
    return std::unexpected(
        fmt::format("make cannot cope with where lightsout is installed ({}), and there can be no link to it ({})",
                    trouble, link.error()));
  return link;
}

}  // namespace lightsout
