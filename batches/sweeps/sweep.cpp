// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "engine/state/state_hash.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// What a run is by the batch; a sweep file has the same keys, or others for it.
constexpr std::string_view said_by_batches[] = {"world", "seed", "set", "output"};

// Each takes half a kilobyte before the first begins.
constexpr double most_runs = 10'000'000;

constexpr std::string_view in_its_folder = "each run of a batch leaves it in its own folder";
constexpr std::string_view compares = "it compares runs of one kind: `lightsout verify` does";
struct OfOneRun {
  std::string_view key, why;
  bool is_left_anyway = false;
};
constexpr OfOneRun of_one_run[] = {
    {"log", in_its_folder, true},
    {"verdict", in_its_folder, true},
    {"hash", "it is a column of the table, run_hash", true},
    {"repeat", compares},
    {"verify", compares},
    {"against", compares},
    {"from", "runs of a batch begin at the start"},
    {"realtime", "a batch keeps no real time"},
};

double runs_of(const Sweep& sweep) {
  double runs = double(sweep.worlds.size()) * (sweep.points ? double(sweep.points->size()) : 1) *
                (sweep.seeds.empty() ? sweep.repetitions : double(sweep.seeds.size()));
  for (const Parameter& parameter : sweep.parameters) runs *= double(parameter.values.size());
  return runs;
}

std::uint64_t below_2_53(const std::string& text) {
  return hash_of(std::as_bytes(std::span(text))) & ((std::uint64_t(1) << 53) - 1);
}

}  // namespace

std::vector<Point> points_of(const Sweep& sweep) {
  std::vector<Point> gridded = grid(sweep.parameters);
  if (!sweep.points) return gridded;
  std::vector<Point> points;
  points.reserve(sweep.points->size() * gridded.size());
  for (const Point& listed : *sweep.points)
    for (const Point& more : gridded) {
      Point& point = points.emplace_back(listed);
      point.insert(point.end(), more.begin(), more.end());
    }
  return points;
}

std::vector<std::string> names_of(const std::vector<Point>& points) {
  std::set<std::string_view> names;
  for (const Point& point : points)
    for (const Assignment& assignment : point) names.insert(assignment.name);
  return {names.begin(), names.end()};
}

std::uint64_t seed_of_repetition(std::uint64_t root, int repetition) {
  return below_2_53(fmt::format("seed {} repetition {}", root, repetition));
}

std::uint64_t seed_of_repetition(std::uint64_t root, int repetition, const Point& point) {
  std::string text = fmt::format("seed {} repetition {}", root, repetition);
  for (const Assignment& assignment : point) text += fmt::format("\n{}={}", assignment.name, assignment.value);
  return below_2_53(text);
}

bool is_for_batches(const RunOption& option) {
  return std::ranges::find(said_by_batches, option.key) == std::end(said_by_batches) &&
         std::ranges::find(of_one_run, option.key, &OfOneRun::key) == std::end(of_one_run);
}

std::vector<std::pair<std::string_view, std::string_view>> keys_of_one_run() {
  std::vector<std::pair<std::string_view, std::string_view>> keys;
  for (const OfOneRun& one : of_one_run) keys.emplace_back(one.key, one.why);
  return keys;
}

std::string fit_for_batches(RunSettings& run) {
  run.output.clear();
  for (RunOption& option : options_of(run)) {
    const auto found = std::ranges::find(of_one_run, option.key, &OfOneRun::key);
    if (found == std::end(of_one_run) || option.texts().empty()) continue;
    if (!found->is_left_anyway) return fmt::format("{} is not for a batch: {}", option.key, found->why);
    option.forget();
  }
  return {};
}

std::string wrong_parameter(const std::string& name) {
  if (name == "seed") return {};
  RunSettings scratch;
  const std::vector<RunOption> options = options_of(scratch);
  if (names_field(name)) return {};
  std::vector<std::string_view> keys = {"seed"};
  for (const RunOption& option : options) {
    if (!is_for_batches(option) || option.is_written() || option.is_list) continue;
    if (option.key == name) return {};
    keys.push_back(option.key);
  }
  const std::string_view meant = did_you_mean(name, keys);
  return fmt::format("'{}' is neither a field of the world (ROBOT.field) nor an option of a run that may differ{}",
                     name, meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
}

std::string contradiction(const Sweep& sweep) {
  if (const double runs = runs_of(sweep); runs > most_runs)
    return fmt::format("this makes {:.0f} runs, and one batch has at most {:.0f}", runs, most_runs);
  if (!sweep.seeds.empty() && (sweep.seed || sweep.repetitions != 1))
    return "seeds are either given (--seeds) or made of a root (--seed, --repetitions)";
  if (!sweep.seeds.empty() && sweep.independent_seeds)
    return "--independent-seeds makes seeds of a root (--seed), and --seeds gives them";
  if (!sweep.points) return {};
  if (sweep.points->empty()) return "the list of points has no point";
  for (const std::string& name : names_of(*sweep.points))
    if (std::string wrong = wrong_parameter(name); !wrong.empty()) return "the list of points: " + wrong;
  for (const Point& point : *sweep.points)
    for (const Assignment& assignment : point) {
      if (assignment.name == "seed" && (!sweep.seeds.empty() || sweep.seed || sweep.repetitions != 1))
        return "a list of points that gives seeds itself goes with neither --seeds, --seed nor --repetitions";
      for (const Parameter& parameter : sweep.parameters)
        if (parameter.name == assignment.name)
          return fmt::format("{} is set by the list of points and by --set", parameter.name);
    }
  return {};
}

}  // namespace lightsout
