// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/project/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <ranges>
#include <string_view>

#include "engine/descriptors/whole_names.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

bool holds_a_project(const fs::path& folder) {
  constexpr std::array<std::string_view, 3> parts = {"controllers", "plugins", "protos"};
  std::error_code error;
  return std::ranges::any_of(parts, [&](std::string_view part) { return fs::is_directory(folder / part, error); });
}

bool is_equal_but_for_capitals(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool is_part(const fs::path& folder) { return folder.filename() == "worlds" || folder.filename() == "protos"; }

}  // namespace

fs::path whole_path(const fs::path& path) {
  const fs::path whole = absolute_path(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

fs::path project_of(const fs::path& file) {
  fs::path absolute = absolute_path(file);
  if (absolute.empty()) absolute = file;
  const fs::path own = absolute.lexically_normal().parent_path();
  if (!is_part(own) && holds_a_project(own)) return own;
  for (fs::path at = own; at.has_relative_path(); at = at.parent_path())
    if (is_part(at)) return at.parent_path();
  return holds_a_project(own.parent_path()) ? own.parent_path() : own;
}

std::vector<fs::path> extra_projects_of_environment() {
  std::vector<fs::path> folders;
  const char* value = std::getenv("WEBOTS_EXTRA_PROJECT_PATH");
  for (const auto part : std::views::split(std::string_view(value ? value : ""), ':'))
    if (!part.empty()) folders.push_back(whole_path(std::string_view(part.begin(), part.end())));
  return folders;
}

std::vector<fs::path> installations_of(std::vector<fs::path> assets) {
  std::ranges::move(extra_projects_of_environment(), std::back_inserter(assets));
  if (const char* home = std::getenv("WEBOTS_HOME"); home && *home) assets.emplace_back(home);
  return assets;
}

std::vector<fs::path> projects_of(const ProjectSearch& search) {
  std::vector<fs::path> projects;
  const auto add = [&projects](const fs::path& project) {
    fs::path whole = whole_path(project);
    if (std::ranges::find(projects, whole) == projects.end()) projects.push_back(std::move(whole));
  };
  const auto add_kept = [&add](const fs::path& installation) {
    add(installation / "projects" / "default");
    add(installation / "resources" / "projects");
  };
  if (!search.world.empty()) add(project_of(search.world));
  for (const std::string& file : search.proto_files) add(project_of(file));
  for (const fs::path& installation : search.installations) {
    add(installation);
    add_kept(installation);
  }
  if (!search.prefix.empty()) add_kept(search.prefix);
  return projects;
}

fs::path find_in(const std::vector<fs::path>& projects, const fs::path& part, const std::string& name) {
  std::error_code error;
  if (!is_plain_name(name)) return {};
  for (const fs::path& project : projects)
    if (fs::path folder = project / part / name; fs::is_directory(folder, error)) return folder;
  return {};
}

std::string what_is_there(const fs::path& place) {
  std::error_code error;
  switch (fs::status(place, error).type()) {
    case fs::file_type::not_found:
    case fs::file_type::none:
    case fs::file_type::unknown:
      break;
    case fs::file_type::regular:
      return "";
    case fs::file_type::directory:
      return "; what is there is a folder";
    case fs::file_type::fifo:
      return "; what is there is a named pipe";
    default:
      return "; what is there is a device or socket";
  }
  fs::path found;
  for (const fs::path& part : place.lexically_normal()) {
    fs::path next = found / part;
    if (!fs::exists(next, error)) {
      next.clear();  // the first by name, whatever the order in the folder
      for (fs::directory_iterator entry(found, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path name = entry->path().filename();
        if (is_equal_but_for_capitals(name.native(), part.native()) && (next.empty() || name < next.filename()))
          next = entry->path();
      }
      if (next.empty()) return "";
    }
    found = std::move(next);
  }
  return fmt::format("; there is {}: capitals count", found.string());
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

fs::path folder_of_projects(const fs::path& world) {
  const fs::path project = project_of(world), above = project.parent_path();
  std::error_code error;
  const char* home = std::getenv("HOME");
  if (!project.has_relative_path() || !above.has_relative_path()) return {};
  if (home && *home == '/' && lies_in(home, above)) return {};
  // Such as /tmp, where projects of anybody lie.
  if ((fs::status(above, error).permissions() & fs::perms::others_write) != fs::perms::none) return {};
  if (holds_a_project(above)) return above;
  for (fs::directory_iterator at(above, error), end; !error && at != end; at.increment(error)) {
    std::error_code absent;
    if (at->path() != project && (fs::is_directory(at->path() / "worlds", absent) || holds_a_project(at->path())))
      return above;
  }
  return {};
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path inner = whole_path(file), outer = whole_path(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == name.npos;
}

}  // namespace lightsout
