#include "runs/plugin_settings.h"

#include <fmt/format.h>

#include <cstdlib>

#include "plugins/host/collision_recorder.h"
#include "plugins/host/drawing_recorder.h"
#include "plugins/host/hook_chain.h"
#include "plugins/host/joint_callbacks.h"
#include "plugins/host/physics_host.h"
#include "plugins/host/run_file.h"
#include "runs/stdout_to_stderr.h"
#include "runs/verdict.h"

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

std::expected<std::unique_ptr<PluginHooks>, std::string> PluginHooks::make(const PluginSettings& settings,
                                                                           RunLog& log) {
  RunFile file;
  if (!settings.run_file.empty()) {
    const auto source = read_source(settings.run_file);
    if (!source) return std::unexpected(source.error());
    Diagnostics diagnostics;
    file = read_run_file(**source, diagnostics);
    log.report(diagnostics);
    if (diagnostics.errors() > 0)
      return std::unexpected(fmt::format("{}: {}", settings.run_file.string(), plural(diagnostics.errors(), "error")));
    if (settings.no_code && !file.joint_callbacks.empty())
      return std::unexpected(
          fmt::format("{}: --no-code forbids its joint callbacks", file.joint_callbacks.front().place));
  }
  auto result = std::unique_ptr<PluginHooks>(new PluginHooks);
  result->passes_ = settings.passes.value_or(file.passes.value_or(1));
  PhysicsHostOptions options{.timeout_s = settings.timeout_s,
                             .assets = settings.assets,
                             .interrupted = settings.interrupted,
                             .build_timeout_s = settings.build_timeout_s,
                             .no_build = settings.no_build,
                             .no_code = settings.no_code};
  if (const char* home = std::getenv("WEBOTS_HOME"); home && *home) options.assets.emplace_back(home);
  if (std::error_code error; !settings.law_files.empty() && !settings.repeats) {
    std::filesystem::create_directories(settings.law_files, error);
    if (error) return std::unexpected(fmt::format("--law-files {}: {}", settings.law_files.string(), error.message()));
  }
  result->parts_ = std::make_unique<Parts>(std::move(options), std::move(file.joint_callbacks), settings.timeout_s,
                                           LawFiles(settings.law_files, settings.repeats), log);
  if (!settings.repeats) {
    result->parts_->drawing = settings.drawing;
    result->parts_->collisions = settings.collisions;
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
