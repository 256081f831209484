#include "batches/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "engine/state/state_hash.h"
#include "world_format/diagnostic.h"

namespace lightsout {
namespace {

// Of one run: what it is (the batch says it), where what it says goes (its folder), what compares or goes on.
constexpr std::string_view not_for_batches[] = {"world", "seed",   "set",    "output",  "log",  "verdict",
                                                "hash",  "repeat", "verify", "against", "from", "realtime"};

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
  return std::ranges::find(not_for_batches, option.key) == std::end(not_for_batches);
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
  if (!sweep.seeds.empty() && (sweep.seed || sweep.repetitions != 1))
    return "seeds are either given (--seeds) or made of a root (--seed, --repetitions)";
  if (!sweep.seeds.empty() && sweep.independent_seeds)
    return "--independent-seeds makes seeds of a root (--seed), and --seeds gives them";
  if (!sweep.points) return {};
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
