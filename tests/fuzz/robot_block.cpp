// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A block may hold anything, and a supervisor may ask for anything.
#include "engine/controller_end.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/state/state_hash.h"
#include "tests/fuzz/played_host.h"
#include "tests/fuzz/robots.h"
#include "tests/fuzz/target.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {
namespace {

// Files that a supervisor asks for are written there.
class InFolder {
 public:
  InFolder() : before_(std::filesystem::current_path()) { std::filesystem::current_path(folder()); }
  ~InFolder() { std::filesystem::current_path(before_); }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  std::filesystem::path before_;
};

}  // namespace

void fuzz_robot_block(std::string_view bytes) {
  const InFolder in_folder;
  const auto file = write_file("robots.wbt", robots_world);  // it may be saved over
  Diagnostics diagnostics;
  auto world = load_world(file, {}, diagnostics);
  require(world && diagnostics.errors() == 0, "the world of robots is a good one");
  PlayedHost host(bytes);
  Hooks hooks;
  SilentLog log;
  SimulationOptions options;
  options.stop_on_controller_failure = false;
  options.goes_on_without_controllers = true;
  options.snapshots = true;
  Simulation simulation(std::move(world), options, host, hooks, log);
  require(simulation.start(diagnostics) || simulation.stop(), "the world of robots is simulated");
  for (int i = 0; i < 30 && !simulation.stop() && (i < 3 || !host.input.at_end()); ++i) simulation.step();
  (void)simulation.state_hash();
  simulation.finish();
}

}  // namespace lightsout::fuzz
