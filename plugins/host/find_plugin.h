// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a physics plugin named in WorldInfo.physics lies, and building it from its sources when there is no library.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/programs/builds/build.h"

namespace lightsout {

class World;

struct PluginFiles {
  std::filesystem::path folder;
  std::filesystem::path library;  // may not exist yet
  bool newer_sources = false;     // a source was changed after the library was made
};

// The folder plugins/physics/<name> of the world's project, of those of its PROTOs, of others; the first that exists is
// it, as users expect of their own folder. The error lists where it was looked for. `installations`: of others
// (--assets, WEBOTS_EXTRA_PROJECT_PATH, WEBOTS_HOME); `prefix`: ours.
std::expected<PluginFiles, std::string> find_plugin(const std::string& name, const World& world,
                                                    const std::vector<std::filesystem::path>& installations,
                                                    const std::filesystem::path& prefix);

// Runs the plugin's own Makefile (or our rules if it has none). On success the library's path; the error is what the
// compiler said.
std::expected<std::filesystem::path, std::string> build_plugin(const PluginFiles& files, const std::string& name,
                                                               const BuildSettings& settings);

}  // namespace lightsout
