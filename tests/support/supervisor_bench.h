// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Plays a SupervisorPlan through the door that controllers use: the blocks and messages of two robots, in this process
// and without a controller library, which keeps the sets until the step as that does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/controller_end.h"
#include "engine/robots/exchange/controller_link.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/stage/hooks.h"
#include "engine/stage/stage_options.h"
#include "engine/state/clock.h"
#include "engine/state/state_hash.h"
#include "engine/stop.h"
#include "tests/support/alone.h"
#include "tests/support/program.h"
#include "tests/support/supervisor_plan.h"

namespace lightsout {

class SupervisorBench {
 public:
  SupervisorBench();
  ~SupervisorBench();

  // The world as it was loaded: nothing of what was edited is left, and controllers begin.
  void start_over();
  // Plays it in the world as it was loaded. "" or what was read or stands otherwise than the plan says.
  std::string play(const SupervisorPlan& plan);
  // Only its turns [first, last), in the world as it is.
  std::string play(const SupervisorPlan& plan, std::size_t first, std::size_t last);
  // The state of another bench, its robots' blocks too.
  std::vector<std::uint8_t> snapshot();
  std::string restore(const std::vector<std::uint8_t>& snapshot);
  // Where the parts stand in a world that was loaded from what this one saves: "" or what stands elsewhere.
  std::string difference_when_saved(const SupervisorPlan::Turn& last);
  Simulation& simulation() { return *simulation_; }
  // Of the world as it was loaded.
  std::uint64_t first_hash() const { return first_hash_; }

 private:
  struct Host;
  struct Link;
  std::unique_ptr<TemporaryFolder> project_;

  std::unique_ptr<WarningLog> log_;
  std::unique_ptr<Host> host_;
  Hooks hooks_;
  std::unique_ptr<Simulation> simulation_;
  std::uint64_t first_hash_ = 0;
};

}  // namespace lightsout
