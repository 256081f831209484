#include "plugins/host/find_plugin.h"

#include <fmt/format.h>

#include <algorithm>

#include "world_format/project.h"

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

fs::path own_prefix() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
}

std::expected<PluginFiles, std::string> find_plugin(const std::string& name, const PluginSearch& search) {
  if (!is_plain_name(name))
    return std::unexpected(fmt::format("\"{}\" is not a plugin's name: it is a folder in plugins/physics/", name));
  std::error_code error;
  std::vector<fs::path> candidates;
  const auto add = [&](const fs::path& project) {
    const auto folder = (fs::absolute(project, error) / "plugins" / "physics" / name).lexically_normal();
    if (std::ranges::find(candidates, folder) == candidates.end()) candidates.push_back(folder);
  };
  if (!search.world_path.empty()) add(project_of(search.world_path));
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
      for (const auto& source : sources_of(folder)) files.newer_sources |= fs::last_write_time(source, error) > made;
    }
    return files;
  }
  std::string places;
  for (const auto& folder : candidates) places += "\n  " + folder.string();
  return std::unexpected(fmt::format("the physics plugin \"{}\" was not found; looked for the folder{}", name, places));
}

std::expected<fs::path, std::string> build_plugin(const PluginFiles& files, const std::string& name,
                                                  const BuildSettings& settings) {
  if (!has_sources(files.folder))
    return std::unexpected(fmt::format("{} holds neither {} nor C or C++ sources to build it from",
                                       files.folder.string(), files.library.filename().string()));
  const auto built = build_folder(files.folder, settings);
  if (!built) return std::unexpected(built.error());
  auto library = library_in(files.folder, name);
  if (library.empty())
    return std::unexpected(fmt::format("`{}` made neither lib{}.so nor {}.so in it", built->command, name, name));
  return library;
}

}  // namespace lightsout
