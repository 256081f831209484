// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation.h"

#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "engine/state/state_hash.h"
#include "tests/fuzz/target.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_simulation(std::string_view bytes) {
  Diagnostics diagnostics;
  auto world = load_world_text(std::string(bytes), folder() / "fuzz.wbt", {}, diagnostics);
  if (!world || diagnostics.errors() > 0) return;
  NoControllers host;
  Hooks hooks;
  SilentLog log;
  Simulation simulation(std::move(world), {}, host, hooks, log);
  if (simulation.start(diagnostics))
    for (int i = 0; i < 3; ++i) simulation.step();
  (void)simulation.state_hash();
  simulation.finish();
}

}  // namespace lightsout::fuzz
