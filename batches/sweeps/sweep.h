// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A sweep: worlds x points x repetitions, and what is the same in all its runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batches/sweeps/point.h"
#include "runs/settings/run_options.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

// What `set` of a sweep file gives to a field where its form does not tell whether that is one value or several: the
// type of the field decides (field_lists.h).
struct FieldList {
  FieldSetting whole;
  Parameter several;
  enum class Form : std::uint8_t { Text, Flat, Nested } form;  // with commas; a list; a list with lists in it
};

struct Sweep {
  std::string file;  // that said some of this, "" for none
  std::vector<std::string> worlds;
  std::vector<Parameter> parameters;         // each with each
  std::vector<FieldList> field_lists;        // before it is settled what they are
  std::optional<std::vector<Point>> points;  // that somebody made; each with each of the grid
  std::vector<std::uint64_t> seeds;          // of the repetitions, as they were given
  int repetitions = 1;
  // Root of the seeds of repetitions that are not given; that of the run, if it has one.
  std::optional<std::uint64_t> seed;
  bool independent_seeds = false;  // other ones at each point
  RunSettings run;                 // without what stands at the points
};

// Points of the grid and the list together.
std::vector<Point> points_of(const Sweep& sweep);
// Every name that is set at any point, each once, sorted.
std::vector<std::string> names_of(const std::vector<Point>& points);

// Below 2^53, so that every reader of numbers keeps it whole.
std::uint64_t seed_of_repetition(std::uint64_t root, int repetition);
// The same for one point alone. `point`: sorted.
std::uint64_t seed_of_repetition(std::uint64_t root, int repetition, const Point& point);

// What a batch does not say itself of each of its runs, and what makes sense in many of them.
bool is_for_batches(const RunOption& option);
// Keys of run files that a sweep file does not have, each with what is there instead.
std::vector<std::pair<std::string_view, std::string_view>> keys_of_one_run();
// Takes out of what a run file says what each run of a batch leaves in its own folder anyway. The error is of what
// makes no sense in a batch.
std::string fit_for_batches(RunSettings& run);
// What is wrong with a name of a parameter whatever world it is for, "" if nothing is.
std::string wrong_parameter(const std::string& name);
// What of it does not go together or is too much, "" if all is well.
std::string contradiction(const Sweep& sweep);

}  // namespace lightsout
