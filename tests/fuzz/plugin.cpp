// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a physics plugin calls, in any order: played_plugin.c takes the input apart.
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/state/state_hash.h"
#include "plugins/host/physics_host.h"
#include "tests/fuzz/robots.h"
#include "tests/fuzz/target.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace {

lightsout::fuzz::Input said{""};

}  // namespace

extern "C" {

void lightsout_fuzz_take(void* to, std::size_t size) {
  std::memset(to, 0, size);
  const std::string_view bytes = said.take_bytes(size);
  std::memcpy(to, bytes.data(), bytes.size());
}

int lightsout_fuzz_is_over() { return said.at_end(); }

}  // extern "C"

namespace lightsout::fuzz {

void fuzz_plugin(std::string_view bytes) {
  static const std::string text = [] {
    std::string world = robots_world;
    const std::string_view head = "WorldInfo { ";
    return world.insert(world.find(head) + head.size(), "physics \"played\" ");
  }();
  said = Input(bytes);
  Diagnostics diagnostics;
  auto world =
      load_world_text(text, std::filesystem::path(LIGHTSOUT_FUZZ_PROJECT) / "worlds" / "played.wbt", {}, diagnostics);
  require(world && diagnostics.errors() == 0, "the world of robots is a good one");
  SilentLog log;
  PhysicsHost hooks({.timeout_s = 0, .no_build = true}, log);
  NoControllers host;
  Simulation simulation(std::move(world), {}, host, hooks, log);
  if (simulation.start(diagnostics)) {
    const std::string failure = simulation.stop() ? simulation.stop()->message : "";
    require(hooks.has_plugin(), "the plugin is there: " + failure);
    for (int i = 0; i < 4 && !simulation.stop(); ++i) {
      simulation.step();
      const DebugGeometry& drawn = hooks.draw(i % 2, nullptr);
      for (const DebugGeometry::Batch& batch : drawn.batches)
        require(std::size_t(batch.first) + batch.count <= drawn.vertices.size(), "what is drawn has its vertices");
      if (i == 1) simulation.reset();
    }
  }
  (void)simulation.state_hash();
  simulation.finish();
}

}  // namespace lightsout::fuzz
