// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What falls asleep, what wakes it, and what is told of it meanwhile.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

const std::string header =
    "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0.5 }\n"
    "Solid { name \"floor\" boundingObject Plane { size 20 20 } }\n"
    "DEF BOX Solid { name \"box\" translation 0 0 0.1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }\n";

bool asleep(Simulated& world, const std::string& path) { return !dBodyIsEnabled(world.solid(path).body()); }

std::size_t contacts_of(Simulated& world, const std::string& path) {
  const Solid& solid = world.solid(path);
  std::size_t count = 0;
  for (const ContactPoint& point : world.simulation().scene().contacts().points())
    count += point.first->solid == &solid || point.second->solid == &solid;
  return count;
}

}  // namespace

TEST_CASE("What rests falls asleep after physicsDisableTime, and keeps its contact points") {
  auto world = Simulated::from_text(header);
  world.run(0.4);
  CHECK_FALSE(asleep(world, "BOX"));
  world.run(1.6);
  REQUIRE(asleep(world, "BOX"));
  CHECK(contacts_of(world, "BOX") == 4);
  const Vector3d at = world.solid("BOX").pose().position;
  world.run(1);
  CHECK(contacts_of(world, "BOX") == 4);
  CHECK(world.solid("BOX").pose().position == at);
}

TEST_CASE("What moves faster than either threshold stays awake") {
  // Without gravity and contacts nothing would fall asleep anyway: a joint that turns freely holds it.
  const auto turning = [](const std::string& speed, const std::string& threshold) {
    auto world = Simulated::from_text(
        "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 gravity 0 physicsDisableTime 0.5 "
        "physicsDisableAngularThreshold " +
        threshold +
        " }\nSolid { name \"stand\" children [ HingeJoint { endPoint DEF WHEEL Solid { name \"wheel\" boundingObject "
        "Sphere { "
        "radius 0.1 } physics Physics { } angularVelocity " +
        speed + " 0 0 } } ] }\n");
    world.run(2);
    return !asleep(world, "stand.WHEEL");
  };
  CHECK(turning("0.02", "0.01"));
  CHECK_FALSE(turning("0.02", "0.03"));
  CHECK_FALSE(turning("0.005", "0.01"));
}

TEST_CASE("A neighbour that comes wakes what sleeps") {
  auto world =
      Simulated::from_text(header +
                           "DEF BALL Solid { name \"ball\" translation -3 0 0.1 linearVelocity 1.2 0 0 angularVelocity "
                           "0 12 0 boundingObject Sphere { radius 0.1 } physics Physics { } }\n");
  world.run(2);
  REQUIRE(asleep(world, "BOX"));
  world.run(2);
  CHECK(world.solid("BOX").pose().position.x() > 0.01);
}

TEST_CASE("A solid without Physics that comes wakes what sleeps") {
  auto world = Simulated::from_text(
      header +
      "DEF WALL Solid { name \"wall\" translation -1.5 0 0.2 linearVelocity 0.5 0 0 boundingObject "
      "Box { size 0.2 1 0.3 } }\n");
  world.run(2);
  REQUIRE(asleep(world, "BOX"));
  world.run(2);
  CHECK(world.solid("BOX").pose().position.x() > 0.3);
}

TEST_CASE("An edit wakes the thing itself") {
  auto world = Simulated::from_text(header);
  world.run(2);
  REQUIRE(asleep(world, "BOX"));
  World& tree = world.simulation().world();
  Node& box = *tree.find_def("BOX");
  tree.set(box, box.type().find("translation"), Value(Vec3{1, 0, 1}));
  world.run(0.1);
  CHECK(contacts_of(world, "BOX") == 0);
  world.run(2);
  CHECK(world.solid("BOX").pose().position.z() == Approx(0.1).margin(2e-3));
}

TEST_CASE("What hangs at rest in a joint with the environment falls asleep, whichever joint it is") {
  // ODE needs a second body for the last three.
  const std::string joint = GENERATE(
      "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 }",
      "Hinge2Joint { jointParameters HingeJointParameters { axis 1 0 0 } jointParameters2 JointParameters { axis 0 1 0 "
      "}",
      "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 suspensionAxis 0 0 1 suspensionSpringConstant "
      "50000 suspensionDampingConstant 1000 }",
      "");
  const std::string bob =
      "Solid { name \"bob\" translation 0 0 -0.5 boundingObject Sphere { radius 0.1 } physics Physics { }";
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0.5 }\n" +
      (joint.empty()
           ? "DEF TOP " + bob +
                 " children [ SliderJoint { jointParameters JointParameters { axis 0 0 1 springConstant 50000 "
                 "dampingConstant 1000 } endPoint SolidReference { solidName \"<static environment>\" } } ] }\n"
           : "DEF TOP Solid { name \"top\" children [ " + joint + " endPoint DEF BOB " + bob + " } } ] }\n"));
  world.run(2);
  CHECK(asleep(world, joint.empty() ? "TOP" : "TOP.BOB"));
}

TEST_CASE("A motor that is told to move wakes the robot that has fallen asleep, one that holds lets it sleep") {
  const bool force = GENERATE(false, true);
  CAPTURE(force);
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0.5 }\n"
      "DEF R Robot { controller \"<none>\" children [ HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } "
      "device [ RotationalMotor { } ] endPoint DEF ARM Solid { translation 0.5 0 0 boundingObject Box { size 1 0.1 0.1 "
      "} "
      "physics Physics { density -1 mass 1 } } } ] }\n");
  world.run(3);
  REQUIRE(asleep(world, "ARM"));
  auto& motor = dynamic_cast<Motor&>(*world.simulation().scene().robots()[0]->devices()[0]);
  if (force)
    motor.set_force(-9.81);  // twice what holds it
  else
    motor.set_position(-0.5);
  world.run(force ? 0.2 : 2);
  CHECK(world.solid("ARM").pose().position.z() > (force ? 0.1 : 0.5 * std::sin(0.49)));
  if (force) return;
  world.run(2);
  CHECK(asleep(world, "ARM"));
}

// WbMotor::awake() of R2025a: with every command.
TEST_CASE("A motor that is told to move slower than what counts as motion moves all the same") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0.5 }\n"
      "Robot { controller \"<none>\" children [ HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } "
      "device "
      "[ RotationalMotor { } ] endPoint DEF ARM Solid { translation 0.5 0 0 boundingObject Box { size 1 0.1 0.1 } "
      "physics Physics { density -1 mass 1 } } } ] }\n");
  world.run(3);
  REQUIRE(asleep(world, "ARM"));
  auto& motor = dynamic_cast<Motor&>(*world.simulation().scene().robots()[0]->devices()[0]);
  motor.set_position(-INFINITY);
  motor.set_velocity(-0.005);
  world.run(0.4);
  CHECK(world.solid("ARM").pose().position.z() == Approx(0.5 * 0.005 * 0.4).epsilon(0.05));
}

namespace {

// Half a second without motion and without gravity; 10 ms a step.
const std::string weightless =
    "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 gravity 0 physicsDisableTime 0.5 }\n";

std::string ball(const std::string& def, const std::string& more = "") {
  return "DEF " + def + " Solid { name \"" + def +
         "\" boundingObject Sphere { radius 0.05 } physics Physics { density -1 mass 2 } " + more + " }";
}

Motor& first_motor(Simulated& world) {
  return dynamic_cast<Motor&>(*world.simulation().scene().robots()[0]->devices()[0]);
}

}  // namespace

TEST_CASE("A motor whose battery runs empty lets go what had fallen asleep") {
  // A spring of 8 N/m holds 2 kg 0.1 m aside, a motor against it: a = k x / m.
  auto world = Simulated::from_text(
      weightless +
      "Robot { controller \"<none>\" battery [ 2 2 0 ] cpuConsumption 1 children [ SliderJoint { jointParameters "
      "JointParameters { axis 0 1 0 position 0.1 springConstant 8 } device LinearMotor { consumptionFactor 0 } "
      "endPoint " +
      ball("BOB", "translation 0 0.1 0") + " } ] }\n");
  world.run(1.9);
  REQUIRE(asleep(world, "robot.BOB"));
  world.run(0.3);
  REQUIRE(world.take_warnings().size() == 1);  // the battery is empty
  CHECK(world.solid("robot.BOB").linear_velocity().y() < -0.4 * 0.1);
}

TEST_CASE("A propeller that turns wakes what carries it, and all that hangs on that") {
  // T = 2e-4 w^2 moves 4 kg: at 10 rad/s 0.02 N. It comes to its speed within the first step.
  auto world = Simulated::from_text(
      weightless +
      "DEF R Robot { controller \"<none>\" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { density -1 mass 2 "
      "} children [ Propeller { shaftAxis 0 0 1 thrustConstants 2e-4 0 torqueConstants 0 0 device RotationalMotor { "
      "maxTorque 1000 maxVelocity 10 } } HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } endPoint " +
      ball("BOB", "translation 0 0 0.3") + " } ] }\n");
  world.run(1);
  REQUIRE(asleep(world, "R"));
  REQUIRE(asleep(world, "R.BOB"));
  first_motor(world).set_position(INFINITY);
  world.run(0.4);
  CHECK(world.solid("R").linear_velocity().z() == Approx(0.02 / 4 * 0.4).epsilon(0.03));
}

TEST_CASE("A belt that creeps neither falls asleep nor lets what it carries along sleep") {
  // Slower than what counts as motion.
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 10 physicsDisableTime 0.5 }\n"
      "Solid { name \"floor\" boundingObject Plane { size 20 20 } }\n"
      "DEF R Robot { controller \"<none>\" translation 0 0 0.05 physics Physics { density -1 mass 2 } boundingObject "
      "Box "
      "{ size 0.1 0.05 0.09 } children [ DEF T Track { name \"track\" boundingObject Box { size 0.4 0.2 0.1 } physics "
      "Physics { density -1 mass 2 } device LinearMotor { } } ] }\n");
  world.run(2);
  REQUIRE(asleep(world, "R"));
  const double start = world.solid("R").pose().position.x();
  first_motor(world).set_position(INFINITY);
  first_motor(world).set_velocity(0.005);
  world.run(4);
  CHECK(std::abs(world.solid("R").pose().position.x() - start) == Approx(0.005 * 4).epsilon(0.05));
}

TEST_CASE("A fluid that begins to flow wakes what floats in it") {
  auto world = Simulated::from_text(
      weightless + "DEF SEA Fluid { boundingObject Box { size 20 20 20 } }\n" +
      ball(
          "BUOY",
          "immersionProperties ImmersionProperties { fluidName \"fluid\" referenceArea \"immersed area\" "
          "viscousResistanceForceCoefficient 100 } children [ HingeJoint { jointParameters HingeJointParameters { axis "
          "0 0 1 } endPoint " +
              ball("BOB", "translation 0 0 0.3") + " } ]") +
      "\n");
  world.run(1);
  REQUIRE(asleep(world, "BUOY"));
  World& tree = world.simulation().world();
  Node& sea = *tree.find_def("SEA");
  tree.set(sea, sea.type().find("streamVelocity"), Value(Vec3{0.1, 0, 0}));
  world.run(0.1);
  CHECK(world.solid("BUOY").linear_velocity().x() > 1e-5);
}

TEST_CASE("A door without Physics that a joint swings wakes what it meets") {
  auto world = Simulated::from_text(
      header +
      "Robot { controller \"<none>\" translation 0 -0.6 0.2 children [ HingeJoint { jointParameters "
      "HingeJointParameters { axis 0 0 1 } device RotationalMotor { maxVelocity 0.5 } endPoint Solid { translation 0.6 "
      "0 "
      "0 boundingObject Box { size 1 0.05 0.2 } } } ] }\n");
  world.run(2);
  REQUIRE(asleep(world, "BOX"));
  const Vector3d before = world.solid("BOX").pose().position;
  first_motor(world).set_position(1.5);
  world.run(4);
  CHECK((world.solid("BOX").pose().position - before).norm() > 0.05);
}

// One step of a free fall would be g dt^2 = 10 mm.
TEST_CASE("What wakes is held by what it lies on from the first step on") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\n"
      "Solid { name \"floor\" boundingObject Plane { size 20 20 } }\n"
      "DEF BOX Solid { name \"box\" translation 0 0 0.1 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } "
      "children [ HingeJoint { jointParameters HingeJointParameters { axis 0 0 1 } endPoint DEF TRAILER Solid { name "
      "\"trailer\" translation 0.5 0 0 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } } } ] }\n"
      "DEF LID Solid { name \"lid\" translation 0 0 0.25 boundingObject Box { size 0.2 0.2 0.1 } physics Physics { } "
      "}\n"
      "DEF BALL Solid { name \"ball\" translation -5 0 0.1 linearVelocity 1.2 0 0 angularVelocity 0 12 0 "
      "boundingObject "
      "Sphere { radius 0.1 } physics Physics { density -1 mass 1 } }\n");
  const std::vector<std::string> things = {"BOX", "BOX.TRAILER", "LID"};
  world.run(3);
  std::vector<double> heights;
  for (const std::string& thing : things) {
    REQUIRE(asleep(world, thing));
    heights.push_back(world.solid(thing).pose().position.z());
  }
  const bool is_told = GENERATE(false, true);
  CAPTURE(is_told);
  if (is_told) Stage::wake(*world.simulation().scene().find_solid("BOX"));
  bool woke = false;
  for (int step = 0; step < 60; ++step) {
    world.step();
    woke = woke || !asleep(world, "BOX");
    for (std::size_t i = 0; i < things.size(); ++i)
      CHECK(world.solid(things[i]).pose().position.z() == Approx(heights[i]).margin(2e-3));
  }
  CHECK(woke);  // at the latest when the ball has come
}
