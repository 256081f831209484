// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Solids without Physics that have a velocity: they move by it, and what touches them feels it.
#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/rays/raycast.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/stage/parts.h"
#include "tests/support/simulated.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

const std::string header = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\n";

bool set_velocity(Simulated& world, const std::string& path, const Vector3d& linear, const Vector3d& angular) {
  Scene& scene = world.simulation().scene();
  world.solid(path);
  return scene.set_velocity(*scene.find_solid(path), linear, angular);
}

}  // namespace

TEST_CASE("A solid without Physics moves by the velocity that its world or a supervisor gives it") {
  auto world =
      Simulated::from_text(header +
                           "DEF SLIDE Solid { name \"slide\" linearVelocity 0.5 0 -0.25 boundingObject Box { size 1 1 "
                           "0.1 } children [ DEF PART "
                           "Solid { name \"part\" translation 0 1 0 boundingObject Box { size 0.1 0.1 0.1 } } ] }\n"
                           "DEF TURN Solid { name \"turn\" translation 5 0 0 angularVelocity 0 0 0.5 boundingObject "
                           "Box { size 1 1 0.1 } children [ "
                           "DEF RIM Solid { name \"rim\" translation 1 0 0 } ] }\n"
                           "DEF REST Solid { name \"rest\" translation 0 5 0 boundingObject Box { size 1 1 1 } }\n");
  world.run(2);
  CHECK((world.solid("SLIDE").pose().position - Vector3d(1, 0, -0.5)).norm() < 1e-12);
  CHECK((world.solid("SLIDE.PART").linear_velocity() - Vector3d(0.5, 0, -0.25)).norm() < 1e-12);
  CHECK((world.solid("TURN.RIM").pose().position - Vector3d(5 + std::cos(1), std::sin(1), 0)).norm() < 1e-9);
  CHECK((world.solid("TURN.RIM").linear_velocity() - 0.5 * Vector3d(-std::sin(1), std::cos(1), 0)).norm() < 1e-9);
  const double* at = dGeomGetPosition(world.solid("SLIDE.PART").shapes()[0]->geom);
  CHECK(at[0] == Approx(1));

  // What stood still until now, too; and its shapes and rays follow it.
  Scene& scene = world.simulation().scene();
  const Ray ray{{0, 2, 0}, Vector3d::UnitY(), 10};
  CHECK(scene.parts().get<Raycaster>().cast(ray, RaySet::Collision, nullptr)->distance == Approx(2.5));
  REQUIRE(set_velocity(world, "REST", {0, 1, 0}, {0, 0, 0}));
  world.run(1);
  CHECK(world.solid("REST").pose().position.y() == Approx(6));
  CHECK(scene.parts().get<Raycaster>().cast(ray, RaySet::Collision, nullptr)->distance == Approx(3.5));
  // Until it is told to stop, or the tree is read and says where it is.
  REQUIRE(set_velocity(world, "REST", {0, 0, 0}, {0, 0, 0}));
  world.run(0.5);
  scene.write_to_tree();
  CHECK(scene.find_solid("SLIDE")->node().get<Vec3>("translation").x == Approx(0.5 * world.time()));
  CHECK(world.solid("REST").pose().position.y() == Approx(6));
}

// The simulator whose worlds we read adds such velocities to the fields translation and rotation (WbSolid.cpp,
// prePhysicsStep): they are in the axes of the node above, and relative to it.
TEST_CASE("A solid without Physics drifts in the axes of the node above, with what carries it") {
  // The base and the frame turn x to y together.
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 gravity 0 }\n"
      "DEF BASE Solid { name \"base\" translation 3 0 0 rotation 0 0 1 0.5707963267948966 children [ Pose { rotation 0 "
      "0 "
      "1 1 children [ DEF PART Solid { name \"part\" linearVelocity 0.5 0 0 angularVelocity 0.25 0 0 children [ DEF "
      "TIP "
      "Solid { name \"tip\" translation 0 0 1 boundingObject Sphere { radius 0.1 } } ] } ] } ] }\n"
      "DEF CART Solid { name \"cart\" linearVelocity 0 1 0 rotation 0 0 1 1.5707963267948966 children [ DEF ARM Solid "
      "{ "
      "name \"arm\" linearVelocity 0 0.5 0 } ] }\n"
      "DEF BODY Solid { name \"body\" translation 0 0 9 rotation 0 0 1 1.5707963267948966 linearVelocity 1 0 0 "
      "boundingObject Box { size 1 1 1 } physics Physics { } children [ DEF RIDER Solid { name \"rider\" "
      "linearVelocity "
      "0.5 0 0 } ] }\n");
  world.run(2);
  CHECK((world.solid("PART").pose().position - Vector3d(3, 1, 0)).norm() < 1e-9);
  CHECK((world.solid("PART").linear_velocity() - Vector3d(0, 0.5, 0)).norm() < 1e-12);
  CHECK((world.solid("PART").angular_velocity() - Vector3d(0, 0.25, 0)).norm() < 1e-12);
  // Half a radian about y, by which z turns to x.
  CHECK((world.solid("TIP").pose().position - Vector3d(3 + std::sin(0.5), 1, std::cos(0.5))).norm() < 1e-9);
  CHECK((world.solid("TIP").linear_velocity() - Vector3d(0.25 * std::cos(0.5), 0.5, -0.25 * std::sin(0.5))).norm() <
        1e-9);
  world.simulation().scene().write_to_tree();
  const Node& part = world.solid("PART").node();
  CHECK(part.get<Vec3>("translation").x == Approx(1));
  CHECK(part.get<Vec3>("translation").y == Approx(0).margin(1e-12));
  CHECK(part.get<Rotation>("rotation").x == Approx(1));
  CHECK(part.get<Rotation>("rotation").angle == Approx(0.5));
  // Along -x of the world while it is carried along y.
  CHECK((world.solid("ARM").pose().position - Vector3d(-1, 2, 0)).norm() < 1e-9);
  CHECK((world.solid("ARM").linear_velocity() - Vector3d(-0.5, 1, 0)).norm() < 1e-12);
  CHECK((world.solid("RIDER").pose().position - Vector3d(2, 1, 9)).norm() < 1e-9);
  CHECK((world.solid("RIDER").linear_velocity() - Vector3d(1, 0.5, 0)).norm() < 1e-9);
}

TEST_CASE("An edit elsewhere leaves a drifting solid drifting") {
  auto world = Simulated::from_text(header +
                                    "DEF SLIDE Solid { name \"slide\" boundingObject Box { size 1 1 0.1 } }\n"
                                    "DEF BOX Solid { name \"box\" translation 0 3 3 boundingObject Box { size 0.2 0.2 "
                                    "0.2 } physics Physics { } }\n");
  REQUIRE(set_velocity(world, "SLIDE", {1, 0, 0}, {0, 0, 0}));
  world.run(0.4);
  World& tree = world.simulation().world();
  Node& physics = *tree.find_def("BOX")->node("physics");
  tree.set(physics, physics.type().find("density"), Value(500.0));
  const auto generation = world.simulation().scene_generation();
  world.run(0.6);
  CHECK(world.simulation().scene_generation() > generation);
  CHECK(world.solid("SLIDE").pose().position.x() == Approx(1));
}

TEST_CASE("A moving platform carries what stands on it, and a moving wall pushes") {
  auto world = Simulated::from_text(
      header +
      "DEF PLATFORM Solid { name \"platform\" linearVelocity 0.3 0 0 boundingObject Box { size 4 4 0.2 } }\n"
      "DEF BOX Solid { name \"box\" translation 0 0 0.2 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }\n"
      "Solid { name \"floor\" translation 0 10 0 boundingObject Box { size 9 4 0.2 } }\n"
      "DEF WALL Solid { name \"wall\" translation -1 10 0.3 linearVelocity 0.4 0 0 boundingObject Box { size 0.2 2 0.4 "
      "} }\n"
      "DEF PUSHED Solid { name \"pushed\" translation -0.5 10 0.2 boundingObject Box { size 0.2 0.2 0.2 } physics "
      "Physics { } "
      "}\n");
  world.run(3);
  // At mu g = 9.81 m/s^2 the box is as fast after 0.03 s, 5 mm behind.
  CHECK(world.solid("BOX").linear_velocity().x() == Approx(0.3).epsilon(1e-3));
  CHECK(world.solid("BOX").pose().position.x() == Approx(0.9).margin(0.02));
  // The wall's face is 0.1 m before its middle, and the box's middle 0.1 m before that.
  CHECK(world.solid("PUSHED").linear_velocity().x() == Approx(0.4).margin(0.02));
  CHECK(world.solid("PUSHED").pose().position.x() - world.solid("WALL").pose().position.x() ==
        Approx(0.2).margin(0.01));
}

TEST_CASE("A turning platform turns what stands in its middle") {
  auto world = Simulated::from_text(
      header +
      "DEF TABLE Solid { name \"table\" angularVelocity 0 0 0.5 boundingObject Box { size 4 4 0.2 } }\n"
      "DEF BOX Solid { name \"box\" translation 0 0 0.2 boundingObject Box { size 0.4 0.4 0.2 } physics Physics { } "
      "}\n");
  world.run(3);
  CHECK(world.solid("BOX").angular_velocity().z() == Approx(0.5).epsilon(0.02));
}

// Each step adds its velocity to the pose of a solid without a body, whatever holds it (WbSolid.cpp, prePhysicsStep).
TEST_CASE("A solid without Physics at the end of a joint moves with its velocity, and the joint with it") {
  const std::string motor = GENERATE("", "device LinearMotor { }");
  CAPTURE(motor);
  auto world = Simulated::from_text(
      header +
      "DEF R Robot { controller \"<none>\" translation 0 0 1 rotation 0 0 1 1.5707963267948966 children [\n"
      "  DEF J SliderJoint { jointParameters JointParameters { axis 1 0 0 position 0.1 } " +
      motor +
      " endPoint DEF SLED Solid { name \"sled\" translation 0.1 0 0 linearVelocity 0.5 0 0 boundingObject Box { size "
      "0.1 0.1 0.1 } } }\n"
      "  DEF H HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } endPoint DEF DISC Solid { name "
      "\"disc\" "
      "translation 0 0 1 angularVelocity 0 0 0.5 } } ] }\n");
  world.run(2);
  CHECK((world.solid("R.SLED").pose().position - Vector3d(0, 1.1, 1)).norm() < 1e-9);
  CHECK((world.solid("R.SLED").linear_velocity() - Vector3d(0, 0.5, 0)).norm() < 1e-12);
  Scene& scene = world.simulation().scene();
  CHECK(scene.joints()[0]->axes()[0].position == Approx(1.1));
  CHECK(scene.joints()[0]->axes()[0].velocity == Approx(0.5));
  CHECK(scene.joints()[1]->axes()[0].position == Approx(1));
  // Where it stopped is where the joint is.
  REQUIRE(set_velocity(world, "R.SLED", {0, 0, 0}, {0, 0, 0}));
  world.run(0.4);
  CHECK((world.solid("R.SLED").pose().position - Vector3d(0, 1.1, 1)).norm() < 1e-9);
  if (motor.empty()) return;
  dynamic_cast<Motor&>(*scene.robots()[0]->devices()[0]).set_position(0);
  world.run(1);
  CHECK((world.solid("R.SLED").pose().position - Vector3d(0, 0, 1)).norm() < 1e-6);
}

// Each step takes the velocity that the fields have (WbSolid.cpp, prePhysicsStep).
TEST_CASE("A velocity that is set as a field of a solid without Physics holds from then on") {
  auto world =
      Simulated::from_text(header +
                           "DEF A Solid { name \"a\" linearVelocity 0.5 0 0 boundingObject Box { size 0.1 0.1 0.1 } }\n"
                           "DEF B Solid { name \"b\" translation 0 5 0 boundingObject Box { size 0.1 0.1 0.1 } }\n");
  const auto set = [&world](std::string_view def, std::string_view field, const Vec3& value) {
    World& tree = world.simulation().world();
    Node& node = *tree.find_def(def);
    tree.set(node, node.type().find(field), Value(value));
  };
  world.run(0.4);
  set("A", "linearVelocity", {0, 0, 1});
  set("B", "linearVelocity", {0, 0, 1});
  world.run(0.4);
  CHECK((world.solid("A").pose().position - Vector3d(0.2, 0, 0.4)).norm() < 1e-9);
  CHECK((world.solid("B").pose().position - Vector3d(0, 5, 0.4)).norm() < 1e-9);
  // One of the two: the other goes on.
  set("A", "angularVelocity", {0, 0, 0.5});
  world.run(0.4);
  CHECK((world.solid("A").pose().position - Vector3d(0.2, 0, 0.8)).norm() < 1e-9);
  CHECK(world.solid("A").pose().rotation(1, 0) == Approx(std::sin(0.2)));
  set("A", "linearVelocity", {0, 0, 0});
  set("A", "angularVelocity", {0, 0, 0});
  world.run(0.4);
  CHECK((world.solid("A").pose().position - Vector3d(0.2, 0, 0.8)).norm() < 1e-9);
  CHECK(world.solid("A").linear_velocity().isZero(0));
}

TEST_CASE("What was stopped stays where it is through edits, and in a saved world") {
  for (const bool has_physics : {false, true}) {
    CAPTURE(has_physics);
    auto world = Simulated::from_text(
        "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 gravity 0 }\n"
        "DEF A Solid { name \"a\" linearVelocity 0.5 0 0 angularVelocity 0 0 1 boundingObject Box { size 0.1 0.1 0.1 "
        "} " +
        std::string(has_physics ? "physics Physics { } }\n" : "}\n") +
        "DEF B Solid { name \"b\" translation 0 5 0 boundingObject Box { size 0.1 0.1 0.1 } }\n");
    world.run(0.4);
    REQUIRE(set_velocity(world, "A", {0, 0, 0}, {0, 0, 0}));
    // An edit for which the scene is built anew.
    World& tree = world.simulation().world();
    Node& other = *tree.find_def("B");
    tree.set(other, other.type().find("contactMaterial"), Value(std::string("ice")));
    world.run(0.4);
    CHECK((world.solid("A").pose().position - Vector3d(0.2, 0, 0)).norm() < 1e-9);
    CHECK(world.solid("A").linear_velocity().norm() == 0);
    world.simulation().scene().write_to_tree();
    world.simulation().scene().write_velocities();
    const std::string saved = write_world(tree, {.keep_protos = true, .live = true});
    world.simulation().scene().clear_velocities();
    CAPTURE(saved);
    auto loaded = Simulated::from_text(saved);
    loaded.run(0.4);
    CHECK((loaded.solid("A").pose().position - Vector3d(0.2, 0, 0)).norm() < 1e-9);
    CHECK(loaded.solid("A").linear_velocity().norm() == 0);
    Node& stopped = *tree.find_def("A");
    tree.set(stopped, stopped.type().find("physics"), Value(NodePtr()));
    world.run(0.4);
    CHECK((world.solid("A").pose().position - Vector3d(0.2, 0, 0)).norm() < 1e-9);
  }
}
