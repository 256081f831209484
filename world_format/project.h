// Which project a file belongs to: one rule for all who look for something of a project (PROTOs, controllers, plugins,
// sounds).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace lightsout {

// Absolute. The folder above the nearest `worlds` or `protos` in which the file lies, at any depth. A file in neither,
// or in a folder that itself holds controllers/, plugins/ or protos/: that folder, or else the one above it, if it
// holds them; else the file's own.
std::filesystem::path project_of(const std::filesystem::path& file);

// The folders whose files a world may name: its project; the repository (.git) or Webots installation (projects/ and
// resources/) that the project lies in, unless that is the user's home or holds it. Neither holds `/`.
std::vector<std::filesystem::path> own_folders(const std::filesystem::path& world);
// By their names: links are followed, whoever made them.
bool lies_in(const std::filesystem::path& file, const std::filesystem::path& folder);

// Of a controller, a plugin or a library: one part of a path, neither `.` nor `..`.
bool is_plain_name(std::string_view name);

}  // namespace lightsout
