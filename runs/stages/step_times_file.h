// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What each step of a run took by the clock on the wall, as a table: a line a step, times in ms, and their means at the
// end. Lines that begin with # say of what run on what machine.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "engine/files/output_file.h"
#include "engine/step_times.h"

namespace lightsout {

class Simulation;

class StepTimesFile {
 public:
  // `most`: so many steps are written, all where there is none. The error names the file.
  static std::expected<std::unique_ptr<StepTimesFile>, std::string> open(const std::string& path,
                                                                         std::optional<std::int64_t> most);
  StepTimesFile(OutputFile file, std::optional<std::int64_t> most) : file_(std::move(file)), most_(most) {}

  // For the simulation.
  StepTimes& times() { return times_; }
  // Before the first step. `load_seconds`: what reading and building the world has taken.
  void begin(const std::string& world, const Simulation& simulation, double load_seconds);
  // After each step.
  void note(const Simulation& simulation);
  void end();
  const std::string& failure() const { return file_.failure(); }

 private:
  bool is_whole() const { return most_ && steps_ >= *most_; }

  OutputFile file_;
  const std::optional<std::int64_t> most_;
  StepTimes times_;
  std::int64_t steps_ = 0;
  std::array<double, StepTimes::parts> sums_{};  // s
  std::string line_;                             // so that a step takes no memory
};

}  // namespace lightsout
