// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a run ended, as an exit code, a line for a person and a JSON file for a program.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/controller_end.h"
#include "engine/ode/solver_choice.h"
#include "runs/reading/placed_error.h"
#include "runs/reports/expectation_result.h"
#include "runs/reports/metrics.h"
#include "runs/reports/outcome.h"
#include "runs/reports/warnings.h"

namespace lightsout {

struct Verdict {
  Outcome outcome = Outcome::Done;
  std::string message;
  std::optional<int> quit_status;  // with which a supervisor has quit
  std::string world;
  std::optional<std::uint64_t> seed;  // none before the world was read
  double simulated_seconds = 0;
  std::int64_t steps = 0;
  double basic_time_step_ms = 0;
  // Beyond resets and worlds that a supervisor loaded, which start the clock again.
  std::int64_t total_steps = 0;
  double total_simulated_seconds = 0;
  int skipped_errors = 0;  // of syntax, in the world: --lenient
  int resets = 0;
  double wall_seconds = 0;
  std::optional<std::uint64_t> state_hash;  // of the last state; none if nothing was simulated
  std::optional<std::uint64_t> run_hash;    // of all steps (Simulation::run_hash); none if it was not asked for
  int runs = 1;
  SolverChoice solver = SolverChoice::Auto;
  SolverUse solver_use;
  std::vector<ControllerEnd> controllers;
  std::vector<ControllerEnd> bad_ends;  // of controllers that were told that the simulation is over
  int controllers_in_process = 0;       // that were started inside the process of the simulation
  std::vector<Metric> metrics;          // of controllers
  std::vector<PlacedError> errors;      // the first that were found in what was read
  Warnings warnings;
  std::vector<std::string> approximate;  // PROTOs of the library that stand for the real ones
  std::vector<std::string> left_out;     // PROTOs that were not found
  int failed_controllers = 0;            // of a run that was done all the same
  std::vector<ExpectationResult> expectations;

  // Of the process, which has no code beyond 255: a status that counts failures must not come round to 0.
  int exit_code() const {
    if (!quit_status || outcome == Outcome::ExpectationFailed) return int(outcome);
    return *quit_status < 0 || *quit_status > 255 ? 255 : *quit_status;
  }
};

// It ends otherwise than it did until now: a status of a supervisor goes.
void change_end(Verdict& verdict, Ending ending);
// "1 controller", "2 controllers"
std::string plural(int number, std::string_view noun);
// "auto", "exact", "dense", "quick": as on the command line.
std::string_view name_of(SolverChoice solver);
// 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

// The line that ends a run, for a person; and what it took.
std::string sentence(const Verdict& verdict);
std::string measures(const Verdict& verdict);
std::string to_json(const Verdict& verdict);
// Written beside the path and then renamed, so that the file is whole whenever it is there; "-" is standard output, an
// empty path nowhere. "" or what went wrong.
std::string write_verdict(const Verdict& verdict, const std::string& path);
// The same of a verdict as to_json() gives it.
std::string write_verdict_text(const std::string& text, const std::string& path);

}  // namespace lightsout
