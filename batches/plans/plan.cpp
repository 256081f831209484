// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/plans/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_set>

#include "batches/plans/file_digest.h"
#include "batches/plans/survey.h"
#include "engine/state/state_hash.h"
#include "runs/expectations/expectation.h"
#include "runs/reports/verdict.h"
#include "runs/settings/run_file.h"

namespace lightsout {
namespace {

std::string digest_of(const std::string& text) { return hash_text(hash_of(std::as_bytes(std::span(text)))); }

// Words of a command line that say the same; what is written is left out.
std::vector<std::string> words_of(const RunSettings& given) {
  RunSettings settings = given;
  std::vector<std::string> words;
  for (const RunOption& option : options_of(settings)) {
    const bool is_said = is_for_batches(option) || option.key == "set";
    if (!is_said || option.is_written() || option.is_of_recording || option.needs == "series") continue;
    for (const std::string& text : option.texts()) {
      words.push_back(option.option());
      if (option.kind != RunOption::Kind::Flag) words.push_back(text);
    }
  }
  return words;
}

std::string lines_of(const Point& point) {
  std::string text;
  for (const Assignment& assignment : point) text += fmt::format("{}={}\n", assignment.name, assignment.value);
  return text;
}

// All that the settings say but for world and seed: by what the files hold that they name, and not by where these lie
// or where it was said.
std::string description_of(RunSettings settings) {
  settings.world.clear();
  settings.run_file.clear();
  settings.seed.reset();
  for (std::vector<std::string>* texts : {&settings.expect, &settings.stop_when})
    for (std::string& text : *texts) text = without_place(text);
  for (JointBinding& binding : settings.plugins.joint_callbacks) binding.place.clear();
  for (const RunOption& option : options_of(settings))
    if (option.names == RunOption::Names::ReadFile)
      option.rename([](const std::string& name) { return name == "-" ? name : hash_text(digest_of_file(name)); });
  std::string text = write_run_file(settings);
  // It begins with the folder in which the names start: the same sweep elsewhere is the same.
  return text.erase(0, text.find('\n') + 1);
}

// Takes the seed out of the point; what is wrong with it.
std::string take_seed(PlannedRun& run) {
  const auto found = std::ranges::find(run.point, "seed", &Assignment::name);
  if (found == run.point.end()) return {};
  std::uint64_t seed = 0;
  const auto wrong = read_whole_number(found->value, seed, 0, UINT64_MAX);
  // A seed that is none stays in the point: it is a part of what the run is.
  if (wrong) return "seed: " + *wrong;
  run.seed = seed;
  run.point.erase(found);
  return {};
}

bool names_controller(const Assignment& assignment) { return assignment.name.ends_with(".controller"); }

std::string twice(const Point& sorted) {
  const auto found = std::ranges::adjacent_find(sorted, {}, &Assignment::name);
  return found == sorted.end() ? "" : fmt::format("{} is set twice", found->name);
}

}  // namespace

Planner::Planner(const Sweep& sweep, const std::vector<SurveyedWorld>& worlds)
    : sweep_(sweep), worlds_(worlds), same_words_(words_of(sweep.run)) {
  RunSettings settings = sweep.run;
  same_ = description_of(settings) + "version: " LIGHTSOUT_VERSION "\n";
  for (const RunOption& option : options_of(settings))
    options_[option.key] = {option.option(), option.kind == RunOption::Kind::Flag};
}

std::vector<PlannedRun> Planner::runs_at(Point point) const {
  std::ranges::sort(point);
  PlannedRun here;
  here.point = std::move(point);
  here.wrong = twice(here.point);
  if (std::string wrong = take_seed(here); here.wrong.empty()) here.wrong = std::move(wrong);
  const int count = sweep_.seeds.empty() ? sweep_.repetitions : int(sweep_.seeds.size());
  const bool makes_seeds = sweep_.seeds.empty() && !here.seed && (sweep_.seed || sweep_.repetitions > 1);
  const std::uint64_t root = sweep_.seed.value_or(sweep_.run.seed.value_or(0));
  const std::string assignments = lines_of(here.point);
  std::vector<PlannedRun> runs;
  for (const SurveyedWorld& world : worlds_) {
    here.world = &world;
    const std::string files = digests_at(here);
    for (int repetition = 1; repetition <= count; ++repetition) {
      PlannedRun& run = runs.emplace_back(here);
      run.repetition = repetition;
      if (!run.seed) run.seed = sweep_.run.seed;
      if (!sweep_.seeds.empty()) run.seed = sweep_.seeds[std::size_t(repetition) - 1];
      if (makes_seeds)
        run.seed = sweep_.independent_seeds ? seed_of_repetition(root, repetition, run.point)
                                            : seed_of_repetition(root, repetition);
      run.load = digest_of(fmt::format("{}\n{}\n{}{}", world.digest, same_, assignments, files));
      run.name = digest_of(fmt::format("{}\n{}", run.load, run.seed ? fmt::format("{}", *run.seed) : "of the world"));
    }
  }
  return runs;
}

const SurveyedController& Planner::controller_at(const SurveyedWorld& world, const Assignment& assignment) const {
  std::string name = assignment.value;
  std::erase(name, '"');
  auto [known, is_new] = controllers_.try_emplace({world.path, name});
  if (is_new) known->second = survey_controller(world.path, sweep_.run, name);
  return known->second;
}

std::vector<HeldFile> Planner::files_of(const PlannedRun& run) const {
  std::vector<HeldFile> files = run.world->files;
  for (const Assignment& assignment : run.point)
    if (names_controller(assignment))
      for (const HeldFile& file : controller_at(*run.world, assignment).files) files.push_back(file);
  return files;
}

std::string Planner::digests_at(const PlannedRun& run) const {
  std::string digests;
  Point options;  // all that the point says but for fields
  for (const Assignment& assignment : run.point) {
    if (!names_field(assignment.name)) options.push_back(assignment);
    if (names_controller(assignment)) digests += controller_at(*run.world, assignment).digest + '\n';
  }
  if (options.empty()) return digests;
  auto [known, is_new] = at_points_.try_emplace(lines_of(options));
  if (is_new) {
    PlannedRun at_options;
    at_options.world = run.world;
    at_options.point = std::move(options);
    at_options.wrong = run.wrong;
    if (const auto settings = settings_of(at_options)) known->second = description_of(*settings);
  }
  return digests + known->second;
}

std::vector<PlannedRun> Planner::plan() const {
  std::vector<PlannedRun> plan;
  std::unordered_set<std::string> names;
  for (Point& point : points_of(sweep_))
    for (PlannedRun& run : runs_at(std::move(point)))
      if (names.insert(run.name).second) plan.push_back(std::move(run));
  return plan;
}

std::expected<RunSettings, std::string> Planner::settings_of(const PlannedRun& run) const {
  if (!run.wrong.empty()) return std::unexpected(run.wrong);
  RunSettings settings = sweep_.run;
  settings.world = run.world->path;
  const std::vector<RunOption> options = options_of(settings);
  for (const Assignment& assignment : run.point) {
    const bool is_field = names_field(assignment.name);
    if (!is_field)
      if (std::string wrong = wrong_parameter(assignment.name); !wrong.empty()) return std::unexpected(wrong);
    const auto option = std::ranges::find(options, is_field ? "set" : assignment.name, &RunOption::key);
    const std::string text = is_field ? fmt::format("{}={}", assignment.name, assignment.value) : assignment.value;
    if (auto wrong = option->take(text)) return std::unexpected(fmt::format("{}: {}", assignment.name, *wrong));
  }
  if (std::string wrong = contradiction(settings); !wrong.empty()) return std::unexpected(wrong);
  return settings;
}

std::vector<std::string> Planner::command_of(const PlannedRun& run) const {
  std::vector<std::string> words = {"lightsout", "run", run.world->path};
  words.insert(words.end(), same_words_.begin(), same_words_.end());
  for (const Assignment& assignment : run.point) {
    if (names_field(assignment.name)) {
      words.insert(words.end(), {"--set", fmt::format("{}={}", assignment.name, assignment.value)});
      continue;
    }
    const auto option = options_.find(assignment.name);
    if (option == options_.end()) continue;
    if (!option->second.is_flag)
      words.insert(words.end(), {option->second.word, assignment.value});
    else if (assignment.value == "true")
      words.push_back(option->second.word);
  }
  if (run.seed) words.insert(words.end(), {"--seed", fmt::format("{}", *run.seed)});
  if (!sweep_.run.run_file.empty()) words.insert(words.end(), {"--run-file", sweep_.run.run_file});
  return words;
}

}  // namespace lightsout
