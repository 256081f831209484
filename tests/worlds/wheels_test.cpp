// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two-wheeled robots: DifferentialWheels of old worlds with and without bodies, and Robots whose two motors turn wheels
// that have no Physics.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/robots/devices/differential_wheels.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

constexpr double dt = 0.032;

// Worlds of that time are y-up; a robot's front is -z.
Simulated old_world(const std::string& fields, const std::string& rest = "") {
  auto world = Simulated::from_text(
      "#VRML_SIM V6.0 utf8\nWorldInfo { basicTimeStep 32 }\nDEF R DifferentialWheels { "
      "controller \"void\" axleLength 0.1 wheelRadius 0.02 " +
      fields + " }\n" + rest);
  world.start();
  world.take_diagnostics();
  return world;
}

DifferentialWheels& wheels(Simulated& world) {
  return dynamic_cast<DifferentialWheels&>(*world.simulation().scene().robots()[0]->devices().back());
}

void steps(Simulated& world, int count) {
  for (int i = 0; i < count; ++i) world.step();
}

// About the world's y axis.
double heading_y(const Matrix3d& rotation) { return std::atan2(rotation(0, 2), rotation(2, 2)); }

}  // namespace

TEST_CASE("DifferentialWheels without bodies roll to -z by radius times angle, after a ramp") {
  auto world = old_world("slipNoise 0 maxAcceleration 10 encoderResolution 100");
  wheels(world).set_speed(2, 2);
  steps(world, 100);
  // The speed grows by a dt a step: n a dt, then 2 rad/s.
  double way = 0;
  for (int n = 1; n <= 100; ++n) way += std::min(2.0, n * 10 * dt) * dt;
  const Pose pose = world.solid("R").pose();
  CHECK(pose.position.z() == Approx(-way * 0.02));
  CHECK(pose.position.x() == Approx(0).margin(1e-12));
  CHECK(pose.position.y() == Approx(0).margin(1e-12));
  CHECK(world.solid("R").linear_velocity().z() == Approx(-2 * 0.02));
}

TEST_CASE("DifferentialWheels without bodies turn by the difference of the ways over the axle") {
  auto world = old_world("slipNoise 0 maxAcceleration 1000");
  wheels(world).set_speed(-3, 3);
  steps(world, 20);
  const Pose pose = world.solid("R").pose();
  CHECK(heading_y(pose.rotation) == Approx(20 * dt * 6 * 0.02 / 0.1));  // to the left: positive about up
  CHECK(pose.position.norm() < 1e-12);
  // On a circle of radius axle / 2 (vr + vl) / (vr - vl): back at the start after a turn.
  auto circle = old_world("slipNoise 0 maxAcceleration 1000");
  const int count = 100;
  const double rate = 2 * std::numbers::pi / (count * dt);  // of the turn, rad/s
  wheels(circle).set_speed(5, 5 + rate * 0.1 / 0.02);
  steps(circle, count);
  CHECK(circle.solid("R").pose().position.norm() < 1e-9);
}

TEST_CASE("slip is a noise of that part of the speed, for each wheel by itself") {
  auto world = old_world("slipNoise 0.5 maxAcceleration 1000");
  wheels(world).set_speed(2, 2);
  double least = 1e9, most = 0, sum = 0;
  const int count = 400;
  for (int i = 0; i < count; ++i) {
    const Vector3d before = world.solid("R").pose().position;
    world.step();
    const double way = (world.solid("R").pose().position - before).norm() / (2 * 0.02 * dt);
    least = std::min(least, way);
    most = std::max(most, way);
    sum += way;
  }
  CHECK(least >= 0.5);
  CHECK(most <= 1.5);
  CHECK(most - least > 0.5);
  // Each wheel's factor is uniform in [0.5, 1.5]: their mean has a deviation of 1 / sqrt(24), that of `count` of them
  // 0.0102; five of these.
  CHECK(sum / count == Approx(1).margin(0.051));
  CHECK(std::abs(heading_y(world.solid("R").pose().rotation)) > 1e-3);
}

TEST_CASE("a wall stops DifferentialWheels without bodies, and their encoders with them") {
  auto world =
      old_world("slipNoise 0 maxAcceleration 1000 encoderResolution 100 boundingObject Box { size 0.1 0.1 0.1 }",
                "Solid { translation 0 0 -0.5 boundingObject Box { size 1 1 0.1 } }\n");
  auto& robot = wheels(world);
  robot.set_speed(10, 10);  // 0.2 m/s
  steps(world, 200);
  // The face at z = -0.45 meets that of the robot, half a size before its centre; a step moves it by 6.4 mm.
  CHECK(world.solid("R").pose().position.z() == Approx(-0.40).margin(0.0065));
  CHECK(robot.encoder(0) == Approx(0.4 / 0.02 * 100).margin(100 * 10 * dt * 2));
  const double stopped = robot.encoder(0);
  steps(world, 50);
  CHECK(robot.encoder(0) == stopped);
  robot.set_speed(-10, -10);
  steps(world, 51);
  CHECK(world.solid("R").pose().position.z() == Approx(-0.40 + 51 * 0.2 * dt).margin(0.015));
}

TEST_CASE("the e-puck of old worlds drives with bodies and without") {
  const bool kinematic = GENERATE(false, true);
  auto world = Simulated::from_text(
      "#VRML_SIM V6.0 utf8\nWorldInfo { basicTimeStep 16 }\nSolid { boundingObject Plane { size 10 10 } }\nDEF R EPuck "
      "{ "
      "controller \"void\"" +
      std::string(kinematic ? " kinematic TRUE" : "") + " }\n");
  world.start();
  world.take_diagnostics();
  auto& robot = wheels(world);
  world.run(0.5);
  const Vector3d start = world.solid("R").pose().position;
  robot.set_speed(500, 500);  // steps of a thousandth of a turn, each second
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - start;
  const double expected = 2 * 0.5 * 2 * std::numbers::pi * 0.0205;
  // slipNoise 0.1: the mean of 125 steps is within 0.5 % (one deviation); and the wheels slip a little.
  CHECK(-way.z() == Approx(expected).epsilon(0.05));
  CHECK(std::abs(way.y()) < 1e-3);
  CHECK(robot.encoder(0) == Approx(1000).epsilon(0.05));
  robot.set_speed(-300, 300);
  const double before = heading_y(world.solid("R").pose().rotation);
  world.run(1);
  const double rate = 2 * 0.3 * 2 * std::numbers::pi * 0.0205 / 0.052;
  // 3 % are lost while the wheels come to their speeds; with bodies, broad wheels slip besides as they turn on the
  // spot.
  CHECK(heading_y(world.solid("R").pose().rotation) - before == Approx(rate).epsilon(kinematic ? 0.05 : 0.1));
}

namespace {

std::string modern_wheel(const std::string& name, double y, const std::string& axis) {
  return "HingeJoint { jointParameters HingeJointParameters { axis " + axis + " anchor 0 " + std::to_string(y) +
         " 0.05 } device RotationalMotor { name \"" + name + "\" maxTorque 100000 } endPoint Solid { name \"" + name +
         " wheel\" translation 0 " + std::to_string(y) +
         " 0.05 rotation 1 0 0 1.5708 boundingObject Cylinder { radius 0.05 height 0.02 } } }\n";
}

Simulated modern_world(const std::string& left_axis, const std::string& right_axis) {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\nSolid { boundingObject Plane { size 9 9 } }\n"
      "DEF R Robot { controller \"<none>\" rotation 0 0 1 0.5 children [\n" +
      modern_wheel("left", 0.1, left_axis) + modern_wheel("right", -0.1, right_axis) +
      "] boundingObject Pose { translation 0 0 0.1 children Box { size 0.2 0.15 0.1 } } }\n");
  world.start();
  for (const auto& device : world.simulation().scene().robots()[0]->devices())
    dynamic_cast<Motor&>(*device).set_position(std::numeric_limits<double>::infinity());
  return world;
}

void set_speeds(Simulated& world, double left, double right) {
  const auto devices = world.simulation().scene().robots()[0]->devices();
  dynamic_cast<Motor&>(*devices[0]).set_velocity(left);
  dynamic_cast<Motor&>(*devices[1]).set_velocity(right);
}

}  // namespace

TEST_CASE("a robot without Physics rolls on the wheels that its motors turn") {
  // An axis that looks the other way turns its wheel the other way.
  const bool opposite = GENERATE(false, true);
  auto world = modern_world("0 1 0", opposite ? "0 -1 0" : "0 1 0");
  const double sense = opposite ? -1 : 1;
  set_speeds(world, 2, 2 * sense);
  steps(world, 50);
  Pose pose = world.solid("R").pose();
  const double way = 50 * dt * 2 * 0.05;
  CHECK(pose.position.x() == Approx(way * std::cos(0.5)));
  CHECK(pose.position.y() == Approx(way * std::sin(0.5)));
  CHECK(pose.position.z() == Approx(0).margin(1e-12));
  set_speeds(world, -1, 1 * sense);
  steps(world, 50);
  pose = world.solid("R").pose();
  CHECK(std::atan2(pose.rotation(1, 0), pose.rotation(0, 0)) == Approx(0.5 + 50 * dt * 2 * 0.05 / 0.2));
  CHECK(pose.position.x() == Approx(way * std::cos(0.5)));
}

TEST_CASE("two robots without Physics push each other back, half of the way each") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\n"
      "DEF A Robot { name \"a\" controller \"<none>\" children [ " +
      modern_wheel("left", 0.1, "0 1 0") + modern_wheel("right", -0.1, "0 1 0") +
      "] boundingObject Box { size 0.2 0.2 0.2 } }\n"
      "DEF B Robot { name \"b\" controller \"<none>\" translation 0.15 0 0 children [ " +
      modern_wheel("left", 0.1, "0 1 0") + modern_wheel("right", -0.1, "0 1 0") +
      "] boundingObject Box { size 0.2 0.2 0.2 } }\n");
  // They are apart at the end of the first step (Webots, WbSimulationCluster::handleKinematicsCollisions).
  for (int step = 0; step < 3; ++step) {
    steps(world, 1);
    CHECK(world.solid("A").pose().position.x() == Approx(-0.025).margin(1e-6));
    CHECK(world.solid("B").pose().position.x() == Approx(0.175).margin(1e-6));
  }
}

TEST_CASE("what a robot without Physics has inside itself pushes another no farther than the two leave each other") {
  // Where somebody may ask for contacts the pair is looked at all the same.
  const std::string reader = GENERATE("", "Robot { name \"reader\" supervisor TRUE controller \"<none>\" }\n");
  const std::string inside = "Solid { name \"inside\" boundingObject Box { size 0.19 0.19 0.19 } } ";
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\n"
      "DEF A Robot { name \"a\" controller \"<none>\" children [ " +
      inside + modern_wheel("left", 0.1, "0 1 0") + modern_wheel("right", -0.1, "0 1 0") +
      "] boundingObject Box { size 0.2 0.2 0.2 } }\n"
      "DEF B Robot { name \"b\" controller \"<none>\" translation 0.15 0 0 children [ " +
      modern_wheel("left", 0.1, "0 1 0") + modern_wheel("right", -0.1, "0 1 0") +
      "] boundingObject Box { size 0.2 0.2 0.2 } }\n" + reader);
  steps(world, 2);
  CHECK(world.solid("A").pose().position.x() == Approx(-0.025).margin(1e-6));
  CHECK(world.solid("B").pose().position.x() == Approx(0.175).margin(1e-6));
}

TEST_CASE("a robot without Physics that drives against a wall stands before it and has no speed") {
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\n"
      "Solid { name \"wall\" translation 0.3 0 0 boundingObject Box { size 0.2 1 1 } }\n"
      "DEF R Robot { controller \"<none>\" children [ " +
      modern_wheel("left", 0.1, "0 1 0") + modern_wheel("right", -0.1, "0 1 0") +
      "] boundingObject Box { size 0.2 0.2 0.2 } }\n");
  world.start();
  for (const auto& device : world.simulation().scene().robots()[0]->devices())
    dynamic_cast<Motor&>(*device).set_position(INFINITY);
  set_speeds(world, 5, 5);
  steps(world, 20);  // 0.16 m of way to a wall at 0.1 m
  CHECK(world.solid("R").pose().position.x() == Approx(0.1).margin(1e-9));
  CHECK(world.solid("R").linear_velocity().norm() == Approx(0).margin(1e-9));
}

TEST_CASE("a robot without Physics is pushed back by what its own boundingObject meets, not by its children's") {
  const bool own = GENERATE(false, true);
  const std::string box = "boundingObject Pose { translation 0.2 0 0.2 children Box { size 0.2 0.2 0.2 } }";
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\n"
      "Solid { name \"wall\" translation 0.39 0 0.2 boundingObject Box { size 0.2 1 1 } }\n"
      "DEF R Robot { controller \"<none>\" children [ " +
      modern_wheel("left", 0.1, "0 1 0") + modern_wheel("right", -0.1, "0 1 0") +
      (own ? "] " + box : "Solid { name \"arm\" " + box + " } ]") + " }\n");
  steps(world, 3);
  // The box reaches 0.01 m into the wall.
  CHECK(world.solid("R").pose().position.x() == Approx(own ? -0.01 : 0).margin(1e-9));
}

// The floor of a world in which somebody may ask for contacts is looked at, otherwise it is not: nothing comes of it.
TEST_CASE("the ground under a robot without Physics pushes it nowhere, and only a supervisor learns of it") {
  const auto drive = [](const std::string& rest) {
    auto world = Simulated::from_text(
        "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 32 }\nRectangleArena { floorSize 2 2 }\n"
        "DEF E E-puck { kinematic TRUE controller \"void\" }\n" +
        rest);
    world.start();
    world.take_diagnostics();
    for (const auto& device : world.simulation().scene().robots()[0]->devices()) {
      auto* motor = dynamic_cast<Motor*>(device.get());
      if (!motor) continue;
      motor->set_position(INFINITY);
      motor->set_velocity(motor->name() == "left wheel motor" ? 5 : 6);
    }
    steps(world, 200);
    return std::pair(world.solid("E").pose(), world.simulation().scene().contacts().points().size());
  };
  const auto [pose, points] = drive("");
  const auto [supervised, seen] = drive("Robot { supervisor TRUE controller \"void\" }");
  CHECK(same_bits(pose, supervised));
  CHECK(points == 0);
  CHECK(seen > 0);
}

TEST_CASE("wb_differential_wheels_* and wb_servo_* by a controller of an old world") {
  const std::filesystem::path path = std::filesystem::path(LIGHTSOUT_BUILD_DIR) / "tests/project/worlds/old_wheels.wbt";
  write_file(path, R"(#VRML_SIM V6.0 utf8
WorldInfo { basicTimeStep 32 }
DEF R DifferentialWheels {
  controller "rolls"
  axleLength 0.1
  wheelRadius 0.02
  slipNoise 0
  maxSpeed 8
  maxAcceleration 1000
  speedUnit 0.5
  encoderResolution 100
  battery [ 100 200 10 ]
  cpuConsumption 2
  motorConsumption 3
  children [
    Servo { name "arm" maxPosition 1 minPosition -1 maxVelocity 2 maxForce 5 }
  ]
}
)");
  const ProgramResult result = run_lightsout({"run", path.string(), "--duration", "20s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("rolled") != std::string::npos);
}
