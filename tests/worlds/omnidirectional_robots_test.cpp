// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots of the built-in library that roll every way: they weigh what their data sheets say, and go and turn as their
// wheels do.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "engine/scene/scene.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

TEST_CASE("a youBot goes where its mecanum wheels' speeds add up to, and holds its gripper upright, ahead or down") {
  // The contactProperties of the User Guide, youbot. Friction turns about the normal, which points into what stands
  // first.
  const std::string materials =
      "contactProperties [ "
      "ContactProperties { material1 \"InteriorWheelMat\" coulombFriction [ 0 2 0 ] frictionRotation -0.785398 0 "
      "bounce 0 "
      "forceDependentSlip [ 10 0 ] } "
      "ContactProperties { material1 \"ExteriorWheelMat\" coulombFriction [ 0 2 0 ] frictionRotation 0.785398 0 bounce "
      "0 "
      "forceDependentSlip [ 10 0 ] } ]";
  auto world = world_of("Youbot { controller \"void\" }", "R2025a", "physicsDisableTime 0 " + materials);
  // KUKA's base of 20 kg, and the links of youbot_description: arm_link_0 to 4, 5 with the palm, two fingers.
  CHECK(mass_of(world) == Approx(20 + 0.845 + 2.412 + 1.155 + 0.934 + 0.877 + 0.45 + 2 * 0.01));
  std::set<std::string> expected;
  for (const char* name : {"wheel1", "wheel2", "wheel3", "wheel4", "arm1", "arm2", "arm3", "arm4", "arm5",
                           "finger::left", "finger::right"})
    expected.insert({name, std::string(name) + "sensor"});
  CHECK(devices_of(world) == expected);

  // Siegwart and others, Introduction to Autonomous Mobile Robots: R w = vx -+ vy -+ (lx + ly) omega; front right,
  // front left, back right, back left.
  const auto drive = [&world](double vx, double vy, double omega) {
    const double turn = (0.228 + 0.158) * omega;
    const double speeds[] = {vx + vy + turn, vx - vy - turn, vx - vy + turn, vx + vy - turn};
    for (int i = 0; i < 4; ++i) spin(world, "wheel" + std::to_string(i + 1), speeds[i] / 0.05);
  };
  for (const Vector3d& twist :
       {Vector3d(0.2, 0, 0), Vector3d(0, 0.2, 0), Vector3d(-0.1, 0.15, 0), Vector3d(0, 0, 0.5)}) {
    CAPTURE(twist.transpose());
    drive(twist.x(), twist.y(), twist.z());
    world.run(0.5);
    const Pose before = world.solid("R").pose();
    world.run(1);
    const Pose moved = before.inverse() * world.solid("R").pose();
    CHECK(moved.position.x() == Approx(twist.x()).margin(0.005));
    CHECK(moved.position.y() == Approx(twist.y()).margin(0.005));
    CHECK(std::atan2(moved.rotation(1, 0), moved.rotation(0, 0)) == Approx(twist.z()).margin(0.01));
  }
  drive(0, 0, 0);

  // Joints bend forwards where negative, and to the right where arm1 is positive. Reaches of the parts: 155, 135 and 81
  // + 92.5 mm (to the middle of the fingers), from 33 mm before and 19 mm above the first joint at (0.167, 0, 0.129).
  const auto finger = [&world](double arm1, double arm2, double arm3, double arm4) {
    const double angles[] = {arm1, arm2, arm3, arm4};
    for (int i = 0; i < 4; ++i) motor(world, "arm" + std::to_string(i + 1)).set_position(angles[i]);
    world.run(3);
    Vector3d middle = Vector3d::Zero();
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().find("finger::") != std::string::npos) middle += solid->pose().position / 2;
    return world.solid("R").pose().inverse() * middle;
  };
  const double last = 0.081 + 0.0925;
  CHECK((finger(0, 0, 0, 0) - Vector3d(0.2, 0, 0.148 + 0.155 + 0.135 + last)).norm() < 0.003);
  CHECK((finger(0, 0, -M_PI / 2, 0) - Vector3d(0.2 + 0.135 + last, 0, 0.148 + 0.155)).norm() < 0.006);
  CHECK((finger(M_PI / 2, 0, -M_PI / 2, -M_PI / 2) - Vector3d(0.167, -0.033 - 0.135, 0.148 + 0.155 - last)).norm() <
        0.006);

  // Fingers of 10 mm, 21 mm apart at 0.
  for (const char* side : {"finger::left", "finger::right"}) motor(world, side).set_position(0.02);
  world.run(1);
  for (const auto& solid : world.simulation().scene().solids())
    if (solid->path().find("finger::") != std::string::npos)
      CHECK(std::abs(solid->in_place().position.y()) == Approx(0.0105 + 0.005 + 0.02).margin(1e-4));
}

TEST_CASE("a Robotino 3 goes where its omni wheels' speeds add up to") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of(
      "Robotino3 { controller \"void\" bodySlot [ Robotino3Platform { } ] cameraSlot [ Robotino3Webcam { } "
      "DEF EYE Solid { translation 0 -0.08 0.34 } ] }",
      old ? "R2021a" : "R2025a",
      "physicsDisableTime 0 contactProperties [ ContactProperties { material1 \"WheelMat\" "
      "coulombFriction [ 0, 2, 0 ] bounce 0 } ]");
  CHECK(mass_of(world) == Approx(20));
  std::set<std::string> expected = {"touch sensor", "gps", "accelerometer", "gyro", "compass", "Webcam for Robotino 3"};
  for (int i = 0; i < 3; ++i) {
    const std::string wheel = "wheel" + std::to_string(i) + "_joint";
    expected.insert({wheel, wheel + "_sensor"});
  }
  for (int i = 1; i <= 9; ++i) expected.insert("ir" + std::to_string(i));
  CHECK(devices_of(world) == expected);

  // The webcam's place looks ahead.
  const Pose eye = world.solid("R").pose().inverse() * world.solid("EYE").pose();
  CHECK((eye.position - Vector3d(0.08, 0, 0.34)).norm() < 1e-6);
  CHECK((eye.rotation * -Vector3d::UnitY() - Vector3d::UnitX()).norm() < 1e-6);

  // Wheels at 180, -60 and 60 degrees, their axes outwards: each turns against what passes under it to the left.
  const double radius = 0.063, distance = 0.1826;
  for (const Vector3d& twist : {Vector3d(0.4, 0, 0), Vector3d(0, 0.4, 0), Vector3d(-0.2, 0.3, 0), Vector3d(0, 0, 1)}) {
    CAPTURE(twist.transpose());
    for (int i = 0; i < 3; ++i) {
      const double angle = M_PI + i * 2 * M_PI / 3;
      const double left = -twist.x() * std::sin(angle) + twist.y() * std::cos(angle) + distance * twist.z();
      spin(world, "wheel" + std::to_string(i) + "_joint", -left / radius);
    }
    world.run(0.5);
    const Pose before = world.solid("R").pose();
    CHECK((old ? before.position.y() : before.position.z()) == Approx(0).margin(0.003));
    world.run(1);
    const Pose moved = before.inverse() * world.solid("R").pose();
    CHECK(moved.position.x() == Approx(twist.x()).margin(0.005));
    CHECK(moved.position.y() == Approx(twist.y()).margin(0.005));
    CHECK(std::atan2(moved.rotation(1, 0), moved.rotation(0, 0)) == Approx(twist.z()).margin(0.01));
  }
}
