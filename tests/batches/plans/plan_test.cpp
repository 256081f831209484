// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The runs of a sweep, their names and their seeds.
#include "batches/plans/plan.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/recorders/recorder.h"
#include "runs/run_output.h"

using namespace lightsout;

namespace {

const std::vector<SurveyedWorld> worlds = {{"a.wbt", "0123456789abcdef", {}}, {"b.wbt", "fedcba9876543210", {}}};

Sweep sweep_of(std::vector<std::string> passes, int repetitions) {
  Sweep sweep;
  sweep.parameters = {{"passes", std::move(passes)}};
  sweep.repetitions = repetitions;
  sweep.seed = 7;
  return sweep;
}

std::set<std::string> names(const Sweep& sweep) {
  std::set<std::string> names;
  for (const PlannedRun& run : Planner(sweep, worlds).plan()) names.insert(run.name);
  return names;
}

}  // namespace

TEST_CASE("A sweep is worlds x points x repetitions, each run with a name of its own") {
  const Sweep sweep = sweep_of({"1", "2", "3"}, 4);
  CHECK(Planner(sweep, worlds).plan().size() == 2 * 3 * 4);
  CHECK(names(sweep).size() == 2 * 3 * 4);
}

TEST_CASE("Repetition k has the same seed at every point, and another than every other repetition") {
  std::map<int, std::set<std::uint64_t>> seeds;
  for (const PlannedRun& run : Planner(sweep_of({"1", "2", "3"}, 50), worlds).plan())
    seeds[run.repetition].insert(run.seed.value());
  std::set<std::uint64_t> all;
  for (const auto& [repetition, of_it] : seeds) {
    CHECK(of_it.size() == 1);
    all.insert(*of_it.begin());
  }
  CHECK(all.size() == 50);
}

TEST_CASE("Independent seeds are others at each point, the same ones each time") {
  Sweep sweep = sweep_of({"1", "2", "3"}, 50);
  sweep.independent_seeds = true;
  std::set<std::uint64_t> seeds;
  for (const PlannedRun& run : Planner(sweep, worlds).plan()) seeds.insert(run.seed.value());
  CHECK(seeds.size() == 3 * 50);
  CHECK(names(sweep) == names(sweep));
}

TEST_CASE("A point, a repetition or a world more changes no other run") {
  const std::set<std::string> few = names(sweep_of({"1", "3"}, 4)), many = names(sweep_of({"1", "2", "3"}, 5));
  for (const std::string& name : few) CHECK(many.contains(name));
  const Sweep sweep = sweep_of({"1", "3"}, 4);
  const std::vector<SurveyedWorld> one = {worlds[1]};
  for (const PlannedRun& run : Planner(sweep, one).plan()) CHECK(few.contains(run.name));
}

TEST_CASE("A run's name says what it is: settings, point, seed, world; its load the same without the seed") {
  const PlannedRun run = Planner(sweep_of({"1"}, 1), worlds).plan().front();
  Sweep longer = sweep_of({"1"}, 1);
  longer.run.duration = 3;
  const PlannedRun other = Planner(longer, worlds).plan().front();
  CHECK(other.name != run.name);
  CHECK(other.load != run.load);
  const std::vector<PlannedRun> repeated = Planner(sweep_of({"1"}, 2), worlds).plan();
  CHECK(repeated[0].name != repeated[1].name);
  CHECK(repeated[0].load == repeated[1].load);
  const std::vector<PlannedRun> two = Planner(sweep_of({"1", "2"}, 1), worlds).plan();
  CHECK(two[0].load != two[2].load);
}

TEST_CASE("A point may give its seed, and a point that stands twice is one run") {
  Sweep sweep;
  sweep.points = {{{"seed", "5"}}, {{"seed", "6"}}, {{"seed", "5"}}, {{"passes", "2"}, {"passes", "3"}}};
  const std::vector<PlannedRun> runs = Planner(sweep, {worlds.front()}).plan();
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].seed == 5);
  CHECK(runs[1].seed == 6);
  CHECK(runs[2].wrong == "passes is set twice");
}

TEST_CASE("Outputs of a run stay in its folder") {
  RunSettings settings;
  settings.record.resize(1);
  settings.record[0].path = "poses.csv";
  settings.output = "/out/x";
  CHECK(output_for_many(settings) == "");
  const auto settled = settle_outputs(settings);
  REQUIRE(settled);
  CHECK(settled->record[0].path == "/out/x/poses.csv");
  CHECK(settled->verdict == "/out/x/verdict.json");
  for (const char* path : {"/tmp/a.csv", "../a.csv", "b/../../a.csv", "-"}) {
    settings.record[0].path = path;
    CHECK(output_for_many(settings) != "");
  }
}

TEST_CASE("A sweep of more runs than memory holds is refused before it is made") {
  Sweep sweep;
  sweep.worlds = {"a.wbt", "b.wbt"};
  const std::vector<std::string> values(1000, "1");
  sweep.parameters = {{"passes", values}, {"A.mass", values}};
  sweep.repetitions = 5;
  CHECK(contradiction(sweep) == "");
  sweep.repetitions = 6;
  CHECK(contradiction(sweep) == "this makes 12000000 runs, and one batch has at most 10000000");
  sweep.repetitions = 1;
  for (const char* name : {"B.mass", "C.mass", "D.mass", "E.mass", "F.mass"})
    sweep.parameters.push_back({name, values});
  CHECK(contradiction(sweep) != "");
}
