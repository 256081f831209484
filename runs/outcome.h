// How a run ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/simulation.h"

namespace lightsout {

// The numbers are the executable's exit codes.
enum class Outcome : std::uint8_t {
  Done = 0,  // the duration was reached, or every controller ended with success
  WrongUse = 2,
  BadWorld = 3,
  ControllerFailed = 4,
  PluginFailed = 5,
  Diverged = 6,
  NotReproducible = 7,
  Interrupted = 8,        // SIGINT, SIGTERM, SIGHUP
  EnvironmentFailed = 9,  // a file, a process or memory was not to be had
};

struct Ending {
  Outcome outcome;
  std::string message;               // for a person
  std::optional<int> quit_status{};  // of wb_supervisor_simulation_quit
};

// What a simulation's own stop means for its run; Stop::Kind::Cut is for whoever has cut it.
Outcome outcome_of(Stop::Kind kind);
// "done", "bad-world", ...: the names in the verdict.
std::string_view name_of(Outcome outcome);
// How the run ended, in a few words.
std::string_view meaning_of(Outcome outcome);

}  // namespace lightsout
