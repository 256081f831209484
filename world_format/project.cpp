#include "world_format/project.h"

#include <algorithm>
#include <array>
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

}  // namespace lightsout
