// A sweep: worlds x points x repetitions, and what is the same in all its runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batches/point.h"
#include "runs/run_options.h"
#include "runs/run_settings.h"

namespace lightsout {

struct Sweep {
  std::string file;  // that said some of this, "" for none
  std::vector<std::string> worlds;
  std::vector<Parameter> parameters;         // each with each
  std::optional<std::vector<Point>> points;  // that somebody made; each with each of the grid
  std::vector<std::uint64_t> seeds;          // of the repetitions, as they were given
  int repetitions = 1;
  std::optional<std::uint64_t> seed;  // root of the seeds of repetitions that are not given
  bool independent_seeds = false;     // other ones at each point
  RunSettings run;                    // without world, seed and what stands at the points
};

// Points of the grid and the list together.
std::vector<Point> points_of(const Sweep& sweep);
// Every name that is set at any point, each once, sorted.
std::vector<std::string> names_of(const std::vector<Point>& points);

// Below 2^53, so that every reader of numbers keeps it whole.
std::uint64_t seed_of_repetition(std::uint64_t root, int repetition);
// The same for one point alone. `point`: sorted.
std::uint64_t seed_of_repetition(std::uint64_t root, int repetition, const Point& point);

// What a batch says itself of each of its runs, or what makes no sense in many of them.
bool is_for_batches(const RunOption& option);
// What is wrong with a name of a parameter whatever world it is for, "" if nothing is.
std::string wrong_parameter(const std::string& name);
// What of it does not go together, "" if all does.
std::string contradiction(const Sweep& sweep);

}  // namespace lightsout
