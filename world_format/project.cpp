#include "world_format/project.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

bool holds_a_project(const fs::path& folder) {
  constexpr std::array<std::string_view, 3> parts = {"controllers", "plugins", "protos"};
  std::error_code error;
  return std::ranges::any_of(parts, [&](std::string_view part) { return fs::is_directory(folder / part, error); });
}

bool is_part(const fs::path& folder) { return folder.filename() == "worlds" || folder.filename() == "protos"; }

}  // namespace

fs::path project_of(const fs::path& file) {
  std::error_code error;
  fs::path absolute = fs::absolute(file, error);
  if (error) absolute = file;
  const fs::path own = absolute.lexically_normal().parent_path();
  if (!is_part(own) && holds_a_project(own)) return own;
  for (fs::path at = own; at.has_relative_path(); at = at.parent_path())
    if (is_part(at)) return at.parent_path();
  return holds_a_project(own.parent_path()) ? own.parent_path() : own;
}

std::vector<fs::path> own_folders(const fs::path& world) {
  std::vector<fs::path> folders;
  const fs::path project = project_of(world);
  if (project.has_relative_path()) folders.push_back(project);
  const char* home = std::getenv("HOME");
  const auto holds_home = [home](const fs::path& folder) { return home && *home == '/' && lies_in(home, folder); };
  std::error_code error;
  for (fs::path at = project; at.has_relative_path() && !holds_home(at); at = at.parent_path())
    if (fs::exists(at / ".git", error) ||
        (fs::is_directory(at / "projects", error) && fs::is_directory(at / "resources", error)))
      folders.push_back(at);
  return folders;
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const auto absolute = [&error](const fs::path& path) {
    fs::path result = fs::absolute(path, error).lexically_normal();
    return result.has_filename() ? result : result.parent_path();
  };
  const fs::path inner = absolute(file), outer = absolute(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == name.npos;
}

}  // namespace lightsout
