// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whatever supervisors do in whatever order, what they read back and where everything stands is what a simple model of
// rigid bodies says (tests/support/scene_model.h): random plans, shrunk to the shortest that fails. RC_PARAMS, as
// rapidcheck has it, makes other plans or more of them: RC_PARAMS="seed=7 max_success=100000".
#include <fmt/format.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "engine/controller_end.h"
#include "tests/support/program.h"
#include "tests/support/supervisor_bench.h"
#include "world_format/project/file_listener.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

using Raws = std::vector<SupervisorPlan::Raw>;

// The same plans in each run, unless the environment says otherwise.
template <class Property>
void check(const std::string& name, int plans, Property property) {
  rc::detail::TestParams params;
  params.seed = 1;
  params.maxSuccess = plans;
  params.maxSize = 60;
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = name;
  const rc::detail::Property checked = rc::detail::toProperty(property);
  rc::detail::TestListenerAdapter nobody;
  const auto result = std::getenv("RC_PARAMS") ? rc::detail::checkProperty(checked, metadata)
                                               : rc::detail::checkProperty(checked, metadata, params, nobody, {});
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(text.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}

}  // namespace

TEST_CASE("Random plans of two supervisors are read back and stand as the model says") {
  SupervisorBench bench;
  check("plans", 2500, [&](const Raws& raws) {
    const SupervisorPlan plan(raws);
    const std::string difference = bench.play(plan);
    if (!difference.empty()) RC_LOG() << plan.text();
    RC_ASSERT(difference == "");
  });
}

// What was asked of a body does not hold one that comes to its node later in the same turn. No gravity: each body goes
// on with the velocity v that it has, by v dt in a step, or stands still in it where its physics was reset.
TEST_CASE("A reset of physics holds the bodies that were there, not those that come or are driven after it") {
  using Action = SupervisorPlan::Action;
  using Kind = Action::Kind;
  const std::string tip =
      "DEF TIP_M Physics { density -1 mass 1 centerOfMass [ 0 0 0 ] inertiaMatrix [ 1 1 1, 0 0 0 ] }";
  const Action stop{Kind::Stop, "CAR", {}, {}, {}}, drive{Kind::Velocity, "CAR", {}, {}, {-5, 0, 0}},
      drive_wheel{Kind::Velocity, "WHEEL", {}, {}, {-5, 0, 0}}, give{Kind::Physics, "TIP", {}, tip, {}},
      take{Kind::Remove, "TIP_M", {}, {}, {}};
  const auto play = [](std::vector<Action> actions, const std::string& def, const Vector3d& stands) {
    SupervisorBench bench;
    SupervisorPlan plan({});
    plan.turns.resize(1);
    plan.turns[0] = {};
    plan.turns[0].actions[0] = std::move(actions);
    plan.turns[0].after = {{def, {stands, Matrix3d::Identity()}}};
    return bench.play(plan);
  };
  const double way = 5 * SupervisorPlan::dt;
  // CAR is at 5 0 1, PART at 1 0 0.5 in it, TIP at 0.5 0 0.25 in PART.
  CHECK(play({drive, drive_wheel, stop}, "CAR", {5, 0, 1}) == "");
  CHECK(play({stop, drive, drive_wheel}, "CAR", {5 - way, 0, 1}) == "");
  CHECK(play({stop, drive, drive_wheel, give}, "TIP", {6.5 - way, 0, 1.75}) == "");
  CHECK(play({drive, drive_wheel, give, stop}, "TIP", {6.5, 0, 1.75}) == "");
  // The body that was there has gone, and the node has another.
  CHECK(play({give, stop, take, drive, drive_wheel, give}, "TIP", {6.5 - way, 0, 1.75}) == "");
}

// STAND has no Physics. Its velocity came into the tree when its node was read, and stays there when it stops.
TEST_CASE("What was stopped goes on standing from a snapshot, also when the scene is built anew") {
  using Action = SupervisorPlan::Action;
  using Kind = Action::Kind;
  SupervisorPlan plan({});
  plan.turns.assign(4, {});
  plan.turns[1].actions[0] = {Action{Kind::Velocity, "STAND", {}, {}, {-5, -5, -5}},
                              Action{Kind::Get, "STAND", "translation", {}, {0, 5, 2}},
                              Action{Kind::Stop, "STAND", {}, {}, {}}};
  plan.turns[2].actions[0] = {Action{Kind::Set, "WHEEL", "translation", {}, {-5, -5, -5}}};
  for (SupervisorPlan::Turn& turn : plan.turns) turn.after = {{"STAND", {{0, 5, 2}, Matrix3d::Identity()}}};
  SupervisorBench whole, restored;
  REQUIRE(whole.play(plan, 0, 2) == "");
  REQUIRE(restored.restore(whole.snapshot()) == "");
  CHECK(restored.play(plan, 2, 4) == "");
}

TEST_CASE("Random plans go on in the same bits from a snapshot") {
  SupervisorBench whole, restored;
  check("snapshots", 250, [&](const Raws& raws, std::uint8_t when) {
    const SupervisorPlan plan(raws);
    const std::size_t turns = plan.turns.size(), middle = when % turns;
    whole.start_over();
    std::string difference = whole.play(plan, 0, middle);
    if (difference.empty()) difference = restored.restore(whole.snapshot());
    const auto same = [&] { return restored.simulation().state_hash() == whole.simulation().state_hash(); };
    if (difference.empty() && !same()) difference = "the restored state is another";
    for (std::size_t i = middle; i < turns && difference.empty(); ++i) {
      difference = whole.play(plan, i, i + 1);
      if (difference.empty()) difference = "restored: " + restored.play(plan, i, i + 1);
      if (difference == "restored: ") difference = same() ? "" : fmt::format("turn {}: other bits", i);
    }
    if (!difference.empty()) RC_LOG() << "snapshot before turn " << middle << "\n" << plan.text();
    RC_ASSERT(difference == "");
  });
}

TEST_CASE("Random plans stand in a world that was saved and loaded as they stood") {
  SupervisorBench bench;
  check("saved worlds", 150, [&](const Raws& raws) {
    const SupervisorPlan plan(raws);
    std::string difference = bench.play(plan);
    if (difference.empty()) difference = bench.difference_when_saved(plan.turns.back());
    if (!difference.empty()) RC_LOG() << plan.text();
    RC_ASSERT(difference == "");
  });
}

namespace {

// What a controller wrote of what it read: each line ends with what the plan expects and what it got, as many numbers.
std::string difference_in(const std::string& results) {
  std::istringstream lines(results);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    const bool is_field = !all.empty() && all[0] == "get";
    if (is_field) all.erase(all.begin());
    if (all.size() < 4 || all.size() % 2 != 0) return line;
    const bool turns = is_field && all[1] == "rotation";
    std::vector<double> numbers;
    for (std::size_t i = 2; i < all.size(); ++i) numbers.push_back(std::stod(all[i]));
    const std::size_t half = numbers.size() / 2;
    double far = 0;
    for (std::size_t i = 0; i < half && !turns; ++i) far = std::max(far, std::abs(numbers[i] - numbers[half + i]));
    if (turns && half == 4)
      far = (to_matrix({numbers[0], numbers[1], numbers[2], numbers[3]}) -
             to_matrix({numbers[4], numbers[5], numbers[6], numbers[7]}))
                .norm();
    if (!(far < 1e-7)) return line;
  }
  return {};
}

// Plays it by two controllers of this name; `resumes`: and again from a snapshot of the middle.
std::string play_by_controllers(const SupervisorPlan& plan, const std::string& controller,
                                const std::vector<std::string>& options, bool resumes) {
  const std::filesystem::path project = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project";
  const TemporaryFolder folder;
  write_file(folder / "plan", plan.text());
  std::array<std::string, SupervisorPlan::supervisors> robots;
  for (std::size_t i = 0; i < robots.size(); ++i)
    robots[i] = fmt::format("controller \"{}\" controllerArgs [ \"{}\" \"{}\" \"{}\" ]", controller,
                            (folder / "plan").string(), (folder / std::to_string(i)).string(), i);
  // Tests run side by side: each has a world of its own.
  const std::string name =
      fmt::format("property_{}{}{}.wbt", controller, options.empty() ? "" : "_in_process", resumes ? "_resumes" : "");
  const std::string world = (project / "worlds" / name).string();
  write_file(world, SupervisorPlan::world(robots));
  std::filesystem::create_directories(project / "protos");
  const std::filesystem::path proto = project / "protos/PlanCart.proto";
  if (!std::filesystem::exists(proto) || read_file(proto) != SupervisorPlan::proto()) {
    const std::string beside = (project / ("protos/" + name + ".part")).string();
    write_file(beside, SupervisorPlan::proto());
    std::filesystem::rename(beside, proto);
  }
  const auto run = [&](const std::vector<std::string>& more) -> std::string {
    std::vector<std::string> arguments{"run", world, "--duration", "600s"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_lightsout(arguments);
    if (result.exit_code != 0) return fmt::format("exit code {}\n{}{}", result.exit_code, result.out, result.err);
    std::istringstream talk(result.err);
    for (std::string line; std::getline(talk, line);)
      if ((line.find("arning") != std::string::npos && !SupervisorPlan::is_expected(line)) ||
          line.find("runs as a process") != std::string::npos)
        return line;
    for (std::size_t i = 0; i < robots.size(); ++i)
      if (std::string difference = difference_in(read_file(folder / std::to_string(i))); !difference.empty())
        return difference;
    return {};
  };
  if (!resumes) return run({});
  const std::string kept = (folder / "kept").string();
  if (std::string difference = run({"--snapshot-every", "8ms", "--snapshots", kept}); !difference.empty())
    return difference;
  std::vector<std::string> snapshots;
  for (const auto& entry : std::filesystem::directory_iterator(kept))
    if (entry.path().extension() == ".snapshot") snapshots.push_back(entry.path().string());
  std::ranges::sort(snapshots);
  const std::string difference = run({"--from", snapshots.at(snapshots.size() / 2)});
  return difference.empty() ? "" : "from a snapshot: " + difference;
}

void check_by_controllers(const std::string& controller, int plans, const std::vector<std::string>& options,
                          bool resumes = false) {
  check(controller, plans, [&](const Raws& raws) {
    const SupervisorPlan plan(raws);
    const std::string difference = play_by_controllers(plan, controller, options, resumes);
    if (!difference.empty()) RC_LOG() << plan.text();
    RC_ASSERT(difference == "");
  });
}

}  // namespace

TEST_CASE("Random plans are read back by controllers in C as the model says") { check_by_controllers("obeys", 15, {}); }

TEST_CASE("Random plans are read back by controllers in C in process as the model says") {
  check_by_controllers("obeys", 15, {"--in-process"});
}

TEST_CASE("Random plans are read back by controllers in C++ as the model says") {
  check_by_controllers("obeys_cpp", 8, {});
}

TEST_CASE("Random plans are read back by controllers in C++ in process as the model says") {
  check_by_controllers("obeys_cpp", 8, {"--in-process"});
}

TEST_CASE("Random plans are read back by controllers that are brought to where they were by run --from") {
  check_by_controllers("obeys", 8, {}, true);
}

TEST_CASE("Random plans are read back by controllers in Python as the model says") {
  const std::filesystem::path project = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/controllers";
  std::filesystem::create_directories(project / "obeys_python");
  std::filesystem::copy_file(
      std::filesystem::path(LIGHTSOUT_SOURCE_DIR) / "tests/controllers/obeys_python/obeys_python.py",
      project / "obeys_python/obeys_python.py", std::filesystem::copy_options::overwrite_existing);
  check_by_controllers("obeys_python", 5, {});
}
