// What falls asleep, what wakes it, and what is told of it meanwhile.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/contacts.h"
#include "engine/devices/motor.h"
#include "engine/robot.h"
#include "engine/solid.h"
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
