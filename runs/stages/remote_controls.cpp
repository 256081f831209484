// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/remote_controls.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "engine/programs/builds/build.h"
#include "engine/state/log.h"
#include "installation/installation.h"
#include "world_format/project/file_listener.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;

bool is_built(const fs::path& folder, const std::string& name) {
  std::error_code error;
  const std::string file = fmt::format("lib{}.so", name);
  return fs::exists(folder / file, error) || fs::exists(folder / "build/release" / file, error);
}

}  // namespace

std::expected<void, std::string> build_remote_controls(const World& world, const RunSettings& settings,
                                                       const std::atomic<bool>& interrupted, Log& log) {
  if (settings.no_code) return {};
  std::expected<void, std::string> result;
  std::set<std::pair<std::string, std::vector<std::string>>>
      seen;  // by name and the files that it is looked for beside
  for (const NodePtr& top : world.nodes())
    for_each_node(*top, [&](const Node& node) {
      if (!result || !node.is_a("Robot")) return;
      const std::string& name = node.get<std::string>("remoteControl");
      if (name.empty() || !is_plain_name(name) || !seen.emplace(name, proto_files_of(node)).second) return;
      const fs::path folder = find_part(world, node, "plugins/remote_controls", name);
      if (folder.empty()) return;
      if (!settings.no_build && !is_built(folder, name) && has_sources(folder)) {
        log.write(LogLevel::Info, node.get<std::string>("name"),
                  fmt::format("building its remote control library in {}", folder.string()));
        const auto built = build_folder(folder, {.prefix = home(),
                                                 .interrupted = &interrupted,
                                                 .timeout_s = settings.build_timeout_s,
                                                 .report_wait = [&](const std::string& what) {
                                                   log.write(LogLevel::Info, node.get<std::string>("name"), what);
                                                 }});
        if (!built) result = std::unexpected(built.error());
      }
      if (settings.load.listener) settings.load.listener->reads(folder, "plugin");
    });
  return result;
}

}  // namespace lightsout
