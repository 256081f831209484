// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What devices hold on by is the same joint again after a snapshot and after an edit elsewhere in the world: to the
// bit, where it was made, also where it has given way since.
#include <array>
#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "engine/state/state_hash.h"
#include "tests/support/simulated.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// A force sensor that carries a robot, a gripper that holds a load, two connectors that hold their robots together
// from the start with a twist that each joint has to bear, and a ball that pushes them.
const char world_text[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 }
Solid { name "floor" boundingObject Plane { size 20 20 } }
DEF STANDING Robot { name "standing" controller "<none>" translation 0 0 0.16 rotation 1 0 0 0.1 children [
  TouchSensor { type "force-3d" translation 0 0 -0.1 boundingObject Box { size 0.2 0.2 0.1 } physics Physics { } } ]
  boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }
DEF LOAD Solid { name "load" translation 2 0 0.1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
DEF HOLDING Robot { name "holding" controller "<none>" translation 2 0 0.35 children [
  VacuumGripper { isOn TRUE translation 0 0 -0.1 boundingObject Box { size 0.1 0.1 0.12 } } ]
  boundingObject Box { size 0.15 0.1 0.1 } physics Physics { } linearVelocity 0.2 0 0 }
DEF LEFT Robot { name "left" controller "<none>" translation 4 0 1 children [
  Connector { name "c" translation 0.1 0 0 isLocked TRUE distanceTolerance 0.05 } ]
  boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } angularVelocity 0 0.3 0 }
DEF RIGHT Robot { name "right" controller "<none>" translation 4.21 0 1 rotation 0 0 1 3.1415926535 children [
  Connector { name "c" translation 0.1 0 0 isLocked TRUE distanceTolerance 0.05 } ]
  boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }
DEF BALL Solid { name "ball" translation 0.5 0.02 0.2 linearVelocity -1 0 0 boundingObject Sphere { radius 0.05 } physics Physics { } }
)";

constexpr std::array solids = {"STANDING", "LOAD", "HOLDING", "LEFT", "RIGHT", "BALL"};

std::vector<Pose> poses(Simulated& world) {
  std::vector<Pose> poses;
  for (const char* solid : solids) poses.push_back(world.solid(solid).pose());
  return poses;
}

void import(Simulated& world, const std::string& text) {
  World& tree = world.simulation().world();
  Diagnostics diagnostics;
  MFNode nodes = load_nodes(text, tree, nullptr, no_field, diagnostics);
  REQUIRE(nodes.size() == 1);
  tree.insert(nullptr, no_field, -1, Value(std::move(nodes.front())));
}

SimulationOptions with_snapshots() {
  SimulationOptions options;
  options.snapshots = true;
  return options;
}

}  // namespace

TEST_CASE("What holds on goes on from a snapshot in the same bits") {
  for (const int steps : {1, 2, 9, 20, 60}) {
    CAPTURE(steps);
    auto world = Simulated::from_text(world_text, with_snapshots());
    world.start();
    for (int i = 0; i < steps; ++i) world.step();
    const auto kept = world.simulation().snapshot();
    REQUIRE(kept.has_value());
    auto fresh = Simulated::from_text(world_text, with_snapshots());
    Diagnostics diagnostics;
    REQUIRE(fresh.simulation().restore(*kept, {}, diagnostics).has_value());
    CHECK(fresh.simulation().state_hash() == world.simulation().state_hash());
    for (int i = 0; i < 40; ++i) {
      world.step();
      fresh.step();
      CAPTURE(i);
      REQUIRE(fresh.simulation().state_hash() == world.simulation().state_hash());
    }
  }
}

TEST_CASE("What holds on goes on in the same bits beside what comes and goes") {
  auto left_alone = Simulated::from_text(world_text), edited = Simulated::from_text(world_text);
  left_alone.start();
  edited.start();
  // The gripper's box is 1 cm inside the load from the start: it holds after the first step.
  for (int i = 0; i < 80; ++i) {
    if (i % 20 == 10)
      import(edited, "Solid { name \"guest\" translation -9 " + std::to_string(i % 7) +
                         " 1 boundingObject Box { size 0.1 0.1 0.1 } }");
    left_alone.step();
    edited.step();
    CAPTURE(i);
    const std::vector<Pose> expected = poses(left_alone), found = poses(edited);
    for (std::size_t solid = 0; solid < solids.size(); ++solid) {
      CAPTURE(solids[solid]);
      REQUIRE(same_bits(found[solid], expected[solid]));
    }
  }
  // They do hold: the connectors have pulled the two robots together, to 2 x 0.1 m, and the gripper took its load
  // along.
  CHECK((edited.solid("RIGHT").pose().position - edited.solid("LEFT").pose().position).norm() ==
        Approx(0.2).margin(0.01));
  CHECK((edited.solid("HOLDING").pose().position - edited.solid("LOAD").pose().position).norm() ==
        Approx(0.25).margin(0.01));
}

TEST_CASE("What holds on has its joint where it was made, whatever an edit changes of the bodies") {
  auto world = Simulated::from_text(world_text);
  world.start();
  for (int i = 0; i < 10; ++i) world.step();
  // A heavier load has its centre of mass where it had it; a part of its own moves it.
  World& tree = world.simulation().world();
  Node& load = *tree.find_def("LOAD");
  Diagnostics diagnostics;
  const FieldIndex children = load.type().find("children");
  MFNode nodes = load_nodes(
      "Solid { name \"part\" translation 0.1 0 0 boundingObject Box { size 0.02 0.02 0.02 } physics Physics { } }",
      tree, &load, children, diagnostics);
  REQUIRE(nodes.size() == 1);
  const Vector3d apart = world.solid("HOLDING").pose().position - world.solid("LOAD").pose().position;
  tree.insert(&load, children, -1, Value(std::move(nodes.front())));
  for (int i = 0; i < 40; ++i) world.step();
  const Vector3d then = world.solid("HOLDING").pose().position - world.solid("LOAD").pose().position;
  CHECK(then.norm() == Approx(apart.norm()).margin(1e-3));
}
