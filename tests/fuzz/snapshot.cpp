// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The checksum at a snapshot's end keeps damage out, not whoever writes one: it is made to fit.
#include "engine/snapshot.h"

#include <optional>

#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/state/state_hash.h"
#include "tests/fuzz/robots.h"
#include "tests/fuzz/target.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {
namespace {

// The world of robots with nobody in them.
struct Run {
  Run() {
    Diagnostics diagnostics;
    auto world = load_world_text(robots_world, folder() / "robots.wbt", {}, diagnostics);
    require(world && diagnostics.errors() == 0, "the world of robots is a good one");
    SimulationOptions options;
    options.snapshots = true;
    simulation.emplace(std::move(world), options, host, hooks, log);
  }
  NoControllers host;
  Hooks hooks;
  SilentLog log;
  std::optional<Simulation> simulation;
};

// Without its checksum.
std::string make_snapshot() {
  Run run;
  Diagnostics diagnostics;
  require(run.simulation->start(diagnostics), "the world of robots is simulated");
  World& world = run.simulation->world();
  Node* ball = world.find_def("BALL");
  world.set(*ball, ball->type().find("translation"), Vec3{1, 0.5, 0.2});
  for (int i = 0; i < 3; ++i) run.simulation->step();
  const auto snapshot = run.simulation->snapshot();
  require(snapshot.has_value(), "a snapshot can be made");
  return {snapshot->begin(), snapshot->end() - sizeof(std::uint64_t)};
}

}  // namespace

void fuzz_snapshot(std::string_view bytes) {
  static const std::string base = make_snapshot();
  const std::string changed = edited(base, Input(bytes));
  std::vector<std::uint8_t> snapshot(changed.begin(), changed.end());
  StateHash sum;
  sum.add_bytes(snapshot.data(), snapshot.size());
  const std::uint64_t value = sum.value();
  const auto* begin = reinterpret_cast<const std::uint8_t*>(&value);
  snapshot.insert(snapshot.end(), begin, begin + sizeof value);
  const auto description = describe_snapshot(snapshot);
  require(!bytes.empty() || description, "a snapshot that nobody has edited is one");
  Run run;
  Diagnostics diagnostics;
  const auto restored = run.simulation->restore(snapshot, folder(), diagnostics);
  require(!bytes.empty() || restored, "a snapshot that nobody has edited is restored");
  if (!restored) return;
  for (int i = 0; i < 2; ++i) run.simulation->step();
  (void)run.simulation->state_hash();
  run.simulation->finish();
}

}  // namespace lightsout::fuzz
