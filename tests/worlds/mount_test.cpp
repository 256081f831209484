// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A mount finds the pose that the tree of solids has, whatever carries the solid and whatever moves it since.
#include "engine/stage/mount.h"

#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/state/state.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

const std::string header = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 gravity 0 }\n";

// A part on a part, turned against each other.
const std::string parts =
    "children [ DEF LOWER Solid { name \"lower\" translation 1 0 0 rotation 0 0 1 0.3 children [ DEF UPPER Solid { "
    "name \"upper\" translation 0 2 0 rotation 0 1 0 0.4 } ] } ]";

void check_same(Mount& mount, Scene& scene, const Solid& solid) {
  const Pose expected = solid.pose(), found = mount.pose(scene, solid);
  CHECK((found.position - expected.position).norm() < 1e-12);
  CHECK((found.rotation - expected.rotation).norm() < 1e-12);
  const Mount::Axis axis = mount.x_axis(scene, solid);
  CHECK((axis.origin - expected.position).norm() < 1e-12);
  CHECK((axis.direction - expected.rotation.col(0)).norm() < 1e-12);
}

}  // namespace

TEST_CASE("A mount is carried by a body, by a joint's end, by a velocity or by nothing") {
  const std::string carrier = GENERATE(
      "DEF CARRIER Solid { name \"carrier\" linearVelocity 1 0 0 angularVelocity 0 0 2 boundingObject Box { size 1 1 1 "
      "} physics Physics { } " +
          parts + " }",
      "DEF CARRIER Solid { name \"carrier\" linearVelocity 1 0 0 angularVelocity 0 0 2 " + parts + " }",
      "Robot { controller \"<none>\" children [ HingeJoint { device RotationalMotor { name \"motor\" } endPoint DEF "
      "CARRIER Solid { name \"carrier\" translation 0 0 1 " +
          parts + " } } ] }",
      "DEF CARRIER Solid { name \"carrier\" translation 0 0 1 " + parts + " }");
  auto world = Simulated::from_text(header + carrier);
  const Solid& upper = world.solid("UPPER");
  Scene& scene = world.simulation().scene();
  Mount mount;
  check_same(mount, scene, upper);
  world.run(0.4);
  check_same(mount, scene, upper);
}

TEST_CASE("A mount follows a part that comes to move, that is moved, and that is put back") {
  auto world = Simulated::from_text(header + "DEF CARRIER Solid { name \"carrier\" " + parts + " }");
  Scene& scene = world.simulation().scene();
  const Solid& upper = world.solid("UPPER");
  const Pose at_first = upper.pose();
  Mount mount;
  check_same(mount, scene, upper);
  std::vector<std::byte> start;
  StateVisitor saving = StateVisitor::saving(start);
  scene.visit_state(saving);

  REQUIRE(scene.set_velocity(*scene.find_solid("LOWER"), {0, 0, 0.5}, {0, 0, 0}));
  world.run(2);
  CHECK(mount.pose(scene, upper).position.z() == Approx(at_first.position.z() + 1));
  check_same(mount, scene, upper);

  scene.move(*scene.find_solid("LOWER"), {Vector3d(7, 8, 9), Matrix3d::Identity()});
  CHECK((mount.pose(scene, upper).position - Vector3d(7, 10, 9)).norm() < 1e-12);
  check_same(mount, scene, upper);

  StateVisitor loading = StateVisitor::loading(start);
  scene.visit_state(loading);
  check_same(mount, scene, upper);
}
