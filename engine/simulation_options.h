// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is said of a simulation before it is made.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/stage/stage_options.h"
#include "world_format/load_options.h"

namespace lightsout {

class Simulation;
enum class SolverChoice : std::uint8_t;
class StepTimes;

struct SimulationOptions {
  std::optional<std::uint64_t> seed;  // wins over WorldInfo.randomSeed
  bool stop_on_controller_failure = true;
  // Where controllers failed and none is left: go on without any, to whatever else ends the run.
  bool goes_on_without_controllers = false;
  int passes = 1;          // dynamics steps per basic step; controllers, sensors and recorders stay at the basic step
  LoadOptions load;        // for worlds that a supervisor loads
  bool snapshots = false;  // keep what snapshot() needs beyond the state
  StageOptions stage;
  SolverChoice solver = {};  // Auto
  int threads = 0;           // that work for it, its own among them; 0: one for each core with nothing else to do
  int render_threads = 0;    // of these, at most so many make images; 0: all
  // Asked once, when the scene stands and before controllers and plugins start: what speaks against this run.
  std::function<std::optional<std::string>(const Simulation&)> objection;
  bool run_hash = false;  // keep run_hash()
  // For it: a number of the lines that controllers have printed since the last call, one for none; may be empty.
  std::function<std::uint64_t()> printed;
  StepTimes* times = nullptr;  // is told what each step takes; outlives the simulation
};

}  // namespace lightsout
