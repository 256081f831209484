// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots of the built-in library whose wheels point one way, and slip where they turn: they weigh what their data
// sheets say, and go and turn as their wheels do.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

TEST_CASE("a Pioneer 3-AT rolls by its wheels' radius and turns on the spot by slipping") {
  // Its origin is on the floor.
  auto world = world_of("Pioneer3at { translation 0 0 0 controller \"void\" }");
  // User Guide, "Pioneer 3-AT characteristics".
  CHECK(mass_of(world) == Approx(12));
  std::set<std::string> expected = sonars();
  for (const std::string wheel : {"front left wheel", "front right wheel", "back left wheel", "back right wheel"}) {
    expected.insert({wheel, wheel + " sensor"});
    CHECK(motor(world, wheel).max_velocity() * 0.11 == Approx(0.7));
    spin(world, wheel, 4);
  }
  CHECK(devices_of(world) == expected);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  CHECK(before.z() == Approx(0).margin(0.003));
  world.run(4);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK(way.x() == Approx(4 * 0.11 * 4).epsilon(1e-4));
  CHECK(std::abs(way.y()) < 0.005);

  for (const char* wheel : {"front left wheel", "back left wheel"}) spin(world, wheel, -4);
  world.run(1);
  const double rate = world.solid("R").angular_velocity().z();
  // Wheels that slip sideways turn it slower than the distance of its wheels' middles would.
  CHECK(rate > 0.2);
  CHECK(rate < 2 * 4 * 0.11 / 0.394);
}

TEST_CASE("a Summit-XL Steel rolls by its wheels' radius") {
  // The contactProperties of the User Guide, Summit-XL Steel.
  std::string materials = "contactProperties [ ";
  for (const auto& [name, turn] : {std::pair{"Interior", -0.9648}, std::pair{"Exterior", 0.9648}})
    materials += "ContactProperties { material1 \"" + std::string(name) +
                 "WheelMat\" coulombFriction [ 1.8 0 0.2 ] frictionRotation " + std::to_string(turn) +
                 " 0 bounce 0 forceDependentSlip [ 10 0 ] softCFM 0.0001 } ";
  auto world = world_of("SummitXlSteel { }", "R2025a", "physicsDisableTime 0 " + materials + "]");
  CHECK(mass_of(world) == Approx(125 + 4 * 6.5));
  std::set<std::string> expected = {"accelerometer", "gyro", "compass", "gps", "rgb_camera", "depth_camera"};
  for (const std::string wheel : {"front_left", "front_right", "back_left", "back_right"}) {
    expected.insert({wheel + "_wheel_joint", wheel + "_wheel_joint_sensor"});
    spin(world, wheel + "_wheel_joint", 2);
  }
  CHECK(devices_of(world) == expected);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK(way.x() == Approx(2 * 0.123 * 2).epsilon(0.02));
  CHECK(std::abs(way.y()) < 0.01);
  CHECK(before.z() == Approx(0.123).margin(0.01));
}

TEST_CASE("a Moose rolls by its wheels' radius and turns by the difference of its sides") {
  auto world = world_of("Moose { bodySlot [ GPS { } ] }", "R2025a", "physicsDisableTime 0");
  // moose_description of Clearpath Robotics: the chassis and eight wheels of 0.3175 m.
  CHECK(mass_of(world) == Approx(1590 + 8 * 16.8));
  std::set<std::string> expected = {"gps"};
  const auto drive = [&](double left, double right) {
    for (int i = 1; i <= 4; ++i) {
      spin(world, "left motor " + std::to_string(i), left);
      spin(world, "right motor " + std::to_string(i), right);
      expected.insert({"left motor " + std::to_string(i), "right motor " + std::to_string(i)});
    }
  };
  drive(2, 2);
  CHECK(devices_of(world) == expected);
  world.run(2);
  const Vector3d before = world.solid("R").pose().position;
  // It stands on the ground, as deep in it as contacts of softCFM 0.001 let 1.7 t.
  CHECK(std::abs(before.z()) < 0.1);
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK(way.x() == Approx(2 * 0.3175 * 2).epsilon(0.01));
  CHECK(std::abs(way.y()) < 0.01);
  // Its four wheels on the ground slip sideways: it turns slower than two wheels as far apart would.
  drive(-2, 2);
  world.run(2);
  const double rate = world.solid("R").angular_velocity().z(), of_two = 2 * 2 * 0.3175 / (2 * 0.6249);
  CHECK(rate > 0.3 * of_two);
  CHECK(rate < 1.01 * of_two);
}

TEST_CASE("a ROSbot and a ROSbot XL roll by their wheels' radius and turn on the spot by slipping") {
  struct Rosbot {
    const char* name;
    double radius, axles, mass, width, max_speed;
    bool old;
  };
  // User Guide, rosbot: 2.84 kg with camera and lidar; URDFs of rosbot_ros and rosbot_xl_ros, with a lidar of 190 g. In
  // worlds of R2023a that were saved after they had run it stands at height 0.
  const Rosbot robot = GENERATE(Rosbot{"Rosbot", 0.043, 0.043, 2.84, 0.192, 26, false},
                                Rosbot{"Rosbot", 0.043, 0, 2.84, 0.192, 26, true},
                                Rosbot{"RosbotXl", 0.048, 0.048, 3.5 + 4 * 0.051 + 0.19, 0.248, 30, false});
  CAPTURE(robot.name, robot.old);
  const bool xl = robot.name == std::string("RosbotXl");
  auto world = world_of(
      std::string(robot.name) + " { translation 0 " + (robot.old ? "0.043 0" : "0 0") + " controller \"void\" }",
      robot.old ? "R2021a" : "R2025a");
  CHECK(mass_of(world) == Approx(robot.mass));
  std::set<std::string> expected = {"imu accelerometer", "imu gyro", "imu compass", "imu inertial_unit",
                                    robot.old ? "lidar" : "laser"};
  if (!xl) expected.insert({"camera rgb", "camera depth"});
  std::vector<std::string> left, right;
  for (const std::string end : {"front", "rear"})
    for (const std::string side : {"left", "right"}) {
      const std::string name = end + " " + side, letters = {end[0], side[0]};
      const std::string motor = robot.old ? name + " wheel motor" : letters + "_wheel_joint";
      expected.insert({motor, name + " wheel motor sensor"});
      if (!xl) expected.insert(robot.old ? name + " distance sensor" : letters + "_range");
      (side == "left" ? left : right).push_back(motor);
    }
  CHECK(devices_of(world) == expected);
  CHECK(motor(world, left[0]).max_velocity() == Approx(robot.max_speed));

  world.run(0.5);  // it comes to rest on its wheels
  const double speed = 10;
  for (const std::string& name : left) spin(world, name, speed);
  for (const std::string& name : right) spin(world, name, speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  CHECK((robot.old ? before.y() : before.z()) == Approx(robot.radius - robot.axles).margin(0.003));
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((robot.old ? -way.z() : way.x()) == Approx(speed * robot.radius * 2).epsilon(1e-3));
  CHECK(std::abs(robot.old ? way.x() : way.y()) < 0.005);

  for (const std::string& name : left) spin(world, name, -speed);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  // Wheels that slip sideways turn it slower than the distance of its wheels' middles would.
  CHECK((robot.old ? rate.y() : rate.z()) > 0.5);
  CHECK((robot.old ? rate.y() : rate.z()) < 2 * speed * robot.radius / robot.width);
}
