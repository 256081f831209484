// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which solver islands get, and that neither the choice nor the order of nodes in the file changes how an island moves.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/ode/islands.h"
#include "engine/scene/scene.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

const std::string header =
    "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n"
    "Solid { name \"floor\" boundingObject Plane { size 50 50 } }\n";

std::string box(const std::string& def, double x, double y, double z) {
  return fmt::format(
      "DEF {0} Solid {{ name \"{0}\" translation {1} {2} {3} boundingObject Box {{ size 0.2 0.2 0.2 }} physics "
      "Physics {{ }} }}\n",
      def, x, y, z);
}

// 4 x 4 x 4 boxes that fall on each other: some 3 x 4 x 96 constraint rows.
std::string heap() {
  std::string text;
  for (int i = 0; i < 64; ++i)
    text += box(fmt::format("HEAP{}", i), 0.19 * (i % 4) + 0.01 * (i / 16), 0.19 * (i / 4 % 4), 0.1 + 0.21 * (i / 16));
  return text;
}

// Things that never meet the heap nor each other: a stack of two, a pendulum, a tumbling box, and what hangs in the
// environment by joints for which ODE needs a second body.
std::vector<std::string> islands() {
  return {
      box("FALLING", 10, 0, 3) + box("UNDER", 10, 0.05, 0.1),
      "DEF STAND Solid { name \"stand\" translation 0 10 3 children [ HingeJoint { jointParameters "
      "HingeJointParameters { "
      "axis 0 1 0 springConstant 1 } endPoint DEF BOB Solid { name \"bob\" translation 1 0 0.3 boundingObject Sphere { "
      "radius 0.1 } physics Physics { } } } ] }\n",
      box("TUMBLING", -10, 0, 0.5) +
          "Solid { name \"edge\" translation -10.08 0 0.1 boundingObject Box { size 0.1 0.1 0.2 } }\n",
      "DEF POST Solid { name \"post\" translation 0 -10 3 children [\n"
      "Hinge2Joint { jointParameters HingeJointParameters { axis 0 0 1 } jointParameters2 JointParameters { axis 0 1 0 "
      "} "
      "endPoint DEF SWING Solid { name \"swing\" translation 1 0 0.3 boundingObject Sphere { radius 0.1 } physics "
      "Physics "
      "{ } } }\n"
      "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 anchor 0 3 0 suspensionAxis 0 0 1 "
      "suspensionSpringConstant 500 suspensionDampingConstant 10 } endPoint DEF WHEEL Solid { name \"wheel\" "
      "translation "
      "0.2 3 0 boundingObject Sphere { radius 0.1 } physics Physics { } } } ] }\n"
      "DEF LIFT Solid { name \"lift\" translation 0 -15 3 boundingObject Sphere { radius 0.1 } physics Physics { } "
      "children [ SliderJoint { jointParameters JointParameters { axis 0 0 1 springConstant 50 } endPoint "
      "SolidReference "
      "{ solidName \"<static environment>\" } } ] }\n"};
}

const std::vector<std::string> watched = {"FALLING",    "UNDER",      "STAND.BOB", "TUMBLING",
                                          "POST.SWING", "POST.WHEEL", "LIFT"};

std::vector<std::string> all_of_heap() {
  std::vector<std::string> paths;
  for (int i = 0; i < 64; ++i) paths.push_back(fmt::format("HEAP{}", i));
  return paths;
}

struct Motion {
  std::vector<Vector3d> positions, velocities;
  bool operator==(const Motion&) const = default;
};

Motion motion(Simulated& world, double seconds, const std::vector<std::string>& paths = watched) {
  world.run(seconds);
  Motion motion;
  for (const std::string& path : paths) {
    motion.positions.push_back(world.solid(path).pose().position);
    motion.velocities.push_back(world.solid(path).linear_velocity());
  }
  return motion;
}

}  // namespace

TEST_CASE("An island moves as it would alone, whatever solver others get") {
  std::string apart;
  for (const std::string& island : islands()) apart += island;
  auto alone = Simulated::from_text(header + apart), beside = Simulated::from_text(header + apart + heap());
  for (int i = 0; i < 4; ++i) {
    const Motion expected = motion(alone, 0.5), found = motion(beside, 0.5);
    for (std::size_t k = 0; k < watched.size(); ++k) {
      CAPTURE(i, watched[k], expected.positions[k].transpose(), found.positions[k].transpose());
      CHECK(expected.positions[k] == found.positions[k]);
      CHECK(expected.velocities[k] == found.velocities[k]);
    }
  }
  CHECK(alone.simulation().scene().islands().use().steps_with_quick == 0);
  const SolverUse& use = beside.simulation().scene().islands().use();
  CHECK(use.steps_with_quick > 100);
  CHECK(use.most_quick_islands >= 1);
}

TEST_CASE("The solver can be chosen") {
  SimulationOptions exact, quick;
  exact.solver = SolverChoice::Exact;
  quick.solver = SolverChoice::Quick;
  // What is written stands: a stack of two takes the solver that was asked for, and rests with either.
  const std::string stack = box("FALLING", 0, 0, 0.35) + box("UNDER", 0, 0, 0.1);
  for (const auto& [options, steps] : {std::pair(exact, 0), std::pair(quick, 1)}) {
    auto world = Simulated::from_text(header + stack, options);
    world.run(2);
    CHECK((world.simulation().scene().islands().use().steps_with_quick > 0) == (steps > 0));
    CHECK(world.solid("FALLING").pose().position.z() == Approx(0.3).margin(0.01));
  }
  // The use is that of the whole run, over scenes that take over from one another.
  auto world = Simulated::from_text(header + stack, quick);
  world.run(0.4);
  const std::int64_t before = world.simulation().scene().islands().use().steps_with_quick;
  World& tree = world.simulation().world();
  Node& physics = *tree.find_def("UNDER")->node("physics");
  tree.set(physics, physics.type().find("density"), Value(500.0));
  world.run(0.4);
  CHECK(world.simulation().scene().islands().use().steps_with_quick > before);
  CHECK(world.simulation().scene().islands().choice() == SolverChoice::Quick);
}

// Sides that are flush make the exact solver's problem degenerate, and it gives up now and then (a message of ODE fails
// the test). What takes over is a solver like any: the boxes stay where they are put, and no island notices another.
TEST_CASE("Boxes side by side, on which the exact solver gives up, rest in silence, and move as they do alone") {
  const auto pair = [](int i, double x, double y, double dx, double dy) {
    return box(fmt::format("A{}", i), x, y, 0.1) + box(fmt::format("B{}", i), x + dx, y + dy, 0.1);
  };
  const std::vector<std::string> pairs = {pair(0, 0, 0, 0.2, 0), pair(1, 2, 0, 0.2, 0.1), pair(2, 4, 0, 0, 0.2),
                                          pair(3, 6, 0, 0.2, 0.2), islands()[2]};
  // Each of four contacts gives by softCFM h / softERP times its share of the weight.
  const double sag = 0.001 * 0.008 / 0.2 * 8 * 9.81 / 4;
  const SolverChoice choice = GENERATE(SolverChoice::Auto, SolverChoice::Exact);
  SimulationOptions options;
  options.solver = choice;
  std::string all;
  for (const std::string& island : pairs) all += island;
  auto together = Simulated::from_text(header + all, options);
  const std::vector<std::string> paths = {"A0", "B0", "A1", "B1", "A2", "B2", "A3", "B3", "TUMBLING"};
  std::vector<Vector3d> starts;
  for (const std::string& path : paths) starts.push_back(together.solid(path).pose().position);
  std::vector<Simulated> alone;
  for (const std::string& island : pairs) alone.push_back(Simulated::from_text(header + island, options));
  for (int i = 0; i < 8; ++i) {
    const Motion found = motion(together, 0.25, paths);
    for (std::size_t k = 0; k < 8; ++k) {
      CAPTURE(i, paths[k]);
      const Vector3d way = found.positions[k] - starts[k];
      CHECK(way.head<2>().norm() < 1e-5);
      CHECK(way.z() == Approx(-sag).epsilon(0.01));
    }
    Motion expected;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto own = k < 4 ? std::vector{paths[2 * k], paths[2 * k + 1]} : std::vector{paths[8]};
      const Motion part = motion(alone[k], 0.25, own);
      expected.positions.insert(expected.positions.end(), part.positions.begin(), part.positions.end());
      expected.velocities.insert(expected.velocities.end(), part.velocities.begin(), part.velocities.end());
    }
    CHECK(found == expected);
  }
  CHECK(together.simulation().scene().islands().use().steps_with_quick > 0);
  CHECK(together.simulation().scene().islands().use().steps_with_quick < 100);
}

TEST_CASE("The order of unrelated nodes in the file changes no motion") {
  const std::vector<std::string> parts = islands();
  auto one = Simulated::from_text(header + parts[0] + parts[1] + parts[2] + parts[3]);
  auto other = Simulated::from_text(header + parts[2] + parts[3] + parts[0] + parts[1]);
  auto third = Simulated::from_text(header + parts[1] + parts[2] + parts[3] + parts[0]);
  for (int i = 0; i < 4; ++i) {
    const Motion expected = motion(one, 0.5);
    CHECK(motion(other, 0.5) == expected);
    CHECK(motion(third, 0.5) == expected);
  }
}

// A heap's last bits depend on the order in which the solver takes its contacts: that of its own nodes, and of nothing
// else. What moves beside it crosses the others' places along the axes by which the broad phase sorts.
TEST_CASE("A heap moves in the same bits alone, in company, and wherever the others stand in the file") {
  const std::vector<std::string> parts = islands();
  const std::string all = heap(), middle = "DEF HEAP31 ";
  const std::string rolling =
      "Solid { name \"rolling\" translation -2 3 0.1 linearVelocity 2 0 0 boundingObject Sphere { radius 0.1 } physics "
      "Physics { } }\n";
  const std::size_t half = all.find(middle);
  REQUIRE(half != std::string::npos);
  auto alone = Simulated::from_text(header + all);
  std::vector<Simulated> others;
  others.push_back(Simulated::from_text(header + all + parts[0] + parts[1] + parts[2] + rolling));
  others.push_back(Simulated::from_text(header + rolling + parts[2] + parts[0] + all + parts[1]));
  others.push_back(
      Simulated::from_text(header + parts[0] + all.substr(0, half) + parts[1] + rolling + parts[2] + all.substr(half)));
  const std::vector<std::string> heap_paths = all_of_heap();
  for (int i = 0; i < 8; ++i) {
    const Motion expected = motion(alone, 0.25, heap_paths);
    for (Simulated& other : others) CHECK(motion(other, 0.25, heap_paths) == expected);
  }
  CHECK(alone.simulation().scene().islands().use().steps_with_quick > 100);
}
