// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/find_plugin.h"

#include <fmt/format.h>

#include "world_format/nodes/node.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// lib<name>.so as Webots names it, <name>.so as it did before version 6; "" if neither is there.
fs::path library_in(const fs::path& folder, const std::string& name) {
  std::error_code error;
  for (const auto& file : {folder / ("lib" + name + ".so"), folder / (name + ".so")})
    if (fs::exists(file, error)) return file;
  return {};
}

}  // namespace

std::expected<PluginFiles, std::string> find_plugin(const std::string& name, const World& world,
                                                    const std::vector<fs::path>& installations,
                                                    const fs::path& prefix) {
  if (!is_plain_name(name))
    return std::unexpected(fmt::format("\"{}\" is not a plugin's name: it is a folder in plugins/physics/", name));
  const fs::path part = fs::path("plugins") / "physics";
  const std::vector<fs::path> projects = projects_of(
      {.world = world.path, .proto_files = proto_files_of(world), .installations = installations, .prefix = prefix});
  const fs::path folder = find_in(projects, part, name);
  if (folder.empty()) {
    std::string places;
    for (const fs::path& project : projects) {
      const fs::path place = project / part / name;
      places += fmt::format("\n  {}{}", place.string(), what_is_there(place));
    }
    return std::unexpected(
        fmt::format("the physics plugin \"{}\" was not found; looked for the folder{}", name, places));
  }
  PluginFiles files{folder, library_in(folder, name), false};
  if (files.library.empty()) {
    files.library = folder / ("lib" + name + ".so");
    return files;
  }
  std::error_code error;
  const auto made = fs::last_write_time(files.library, error);
  for (const auto& source : sources_of(folder)) files.newer_sources |= fs::last_write_time(source, error) > made;
  return files;
}

std::expected<fs::path, std::string> build_plugin(const PluginFiles& files, const std::string& name,
                                                  const BuildSettings& settings) {
  if (!has_sources(files.folder)) {
    if (std::string unread = why_not_listed(files.folder); !unread.empty()) return std::unexpected(std::move(unread));
    return std::unexpected(fmt::format("{} holds neither {} nor C or C++ sources to build it from",
                                       files.folder.string(), files.library.filename().string()));
  }
  const auto built = build_folder(files.folder, settings);
  if (!built) return std::unexpected(built.error());
  auto library = library_in(files.folder, name);
  if (library.empty())
    return std::unexpected(fmt::format("`{}` made neither lib{}.so nor {}.so in it", built->command, name, name));
  return library;
}

}  // namespace lightsout
