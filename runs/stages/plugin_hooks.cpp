// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/plugin_hooks.h"

#include <fmt/format.h>

#include "plugins/host/collision_recorder.h"
#include "plugins/host/drawing_recorder.h"
#include "plugins/host/hook_chain.h"
#include "plugins/host/laws/joint_callbacks.h"
#include "plugins/host/physics_host.h"
#include "runs/stages/stdout_to_stderr.h"
#include "world_format/project/project.h"

namespace lightsout {

struct PluginHooks::Parts {
  Parts(PhysicsHostOptions options, std::vector<JointBinding> bindings, double timeout_s, LawFiles files, Log& log)
      : physics(std::move(options), log),
        joints(std::move(bindings), timeout_s, std::move(files), log),
        chain({&joints, &physics}) {}
  // The last to go: what libraries print while they are unloaded is no data either.
  StdoutToStderr prints;
  PhysicsHost physics;
  JointCallbacks joints;
  HookChain chain;
  std::filesystem::path drawing, collisions;
};

PluginHooks::PluginHooks() = default;
PluginHooks::~PluginHooks() = default;
Hooks& PluginHooks::hooks() { return parts_->chain; }

std::expected<std::unique_ptr<PluginHooks>, std::string> PluginHooks::make(const RunSettings& settings, bool repeats,
                                                                           const std::atomic<bool>& interrupted,
                                                                           Log& log) {
  const PluginSettings& asked = settings.plugins;
  if (settings.no_code && !asked.joint_callbacks.empty())
    return std::unexpected(
        fmt::format("{}: --no-code forbids its joint callbacks", asked.joint_callbacks.front().place));
  auto result = std::unique_ptr<PluginHooks>(new PluginHooks);
  PhysicsHostOptions options{.timeout_s = asked.timeout_s,
                             .assets = installations_of(settings.load.assets),
                             .interrupted = &interrupted,
                             .build_timeout_s = settings.build_timeout_s,
                             .no_build = settings.no_build,
                             .no_code = settings.no_code,
                             .listener = settings.load.listener};
  if (std::error_code error; !asked.law_files.empty() && !repeats) {
    std::filesystem::create_directories(asked.law_files, error);
    if (error) return std::unexpected(fmt::format("--law-files {}: {}", asked.law_files, error.message()));
  }
  result->parts_ = std::make_unique<Parts>(std::move(options), asked.joint_callbacks, asked.timeout_s,
                                           LawFiles(asked.law_files, repeats), log);
  if (!repeats) {
    result->parts_->drawing = asked.drawing;
    result->parts_->collisions = asked.collisions;
  }
  return result;
}

std::expected<std::vector<std::unique_ptr<Recorder>>, std::string> PluginHooks::make_recorders() {
  std::vector<std::unique_ptr<Recorder>> recorders;
  for (const auto& [file, make] : {std::pair(&parts_->drawing, &make_drawing_recorder),
                                   std::pair(&parts_->collisions, &make_collision_recorder)}) {
    if (file->empty()) continue;
    auto made = make(*file, parts_->physics);
    if (!made) return std::unexpected(made.error());
    recorders.push_back(std::move(*made));
  }
  return recorders;
}

}  // namespace lightsout
