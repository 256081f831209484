// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a run ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/stop.h"

namespace lightsout {

// The numbers are the executable's exit codes, but for Quit: a supervisor that quits says the code.
enum class Outcome : std::uint8_t {
  Done = 0,  // the duration was reached, or every controller ended with success
  WrongUse = 2,
  BadWorld = 3,
  ControllerFailed = 4,
  PluginFailed = 5,
  Diverged = 6,
  NotReproducible = 7,
  Interrupted = 8,         // SIGINT, SIGTERM, SIGHUP, SIGQUIT
  EnvironmentFailed = 9,   // a file, a process or memory was not to be had
  ExpectationFailed = 10,  // of a run that was done
  OutOfTime = 12,          // --wall-limit
  Quit = 255,              // a supervisor has quit the simulation
};
// In the order in which they are told of, but for Quit.
inline constexpr Outcome outcomes_with_code[] = {Outcome::Done,
                                                 Outcome::WrongUse,
                                                 Outcome::BadWorld,
                                                 Outcome::ControllerFailed,
                                                 Outcome::PluginFailed,
                                                 Outcome::Diverged,
                                                 Outcome::NotReproducible,
                                                 Outcome::Interrupted,
                                                 Outcome::EnvironmentFailed,
                                                 Outcome::ExpectationFailed,
                                                 Outcome::OutOfTime};

struct Ending {
  Outcome outcome;
  std::string message;               // for a person
  std::optional<int> quit_status{};  // of wb_supervisor_simulation_quit
};

// The run got to an end of its own, well or with the status that a supervisor gave.
constexpr bool went_well(Outcome outcome) { return outcome == Outcome::Done || outcome == Outcome::Quit; }
// Something from outside has ended the run: what it simulated is no whole run, and says nothing of another.
constexpr bool was_cut_short(Outcome outcome) {
  return outcome == Outcome::Interrupted || outcome == Outcome::EnvironmentFailed || outcome == Outcome::OutOfTime;
}

// A signal also ends waits for somebody else (engine/descriptors/waiting.h): what fails for that was interrupted.
Ending or_interrupted(Ending ending, bool interrupted);

// What a simulation's own stop means for its run; Stop::Kind::Cut is for whoever has cut it.
Outcome outcome_of(Stop::Kind kind);
// "done", "bad-world", ...: the names in the verdict.
std::string_view name_of(Outcome outcome);
// How the run ended, in a few words.
std::string_view meaning_of(Outcome outcome);

}  // namespace lightsout
