// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Arms, grippers and humanoids of the built-in library: they weigh what their data sheets say, and hold their tools,
// fingers and hands where forward kinematics has them.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

TEST_CASE("the arms of Universal Robots hold their tools where their Denavit-Hartenberg parameters have them") {
  struct Arm {
    const char* name;
    // "DH Parameters for calculations of kinematics and dynamics" (www.universal-robots.com/articles); payload not
    // included.
    double d1, a2, a3, d4, d5, d6, mass;
  };
  const Arm arm = GENERATE(Arm{"UR3e", 0.15185, -0.24355, -0.2132, 0.13105, 0.08535, 0.0921, 8.7985},
                           Arm{"UR5e", 0.1625, -0.425, -0.3922, 0.1333, 0.0997, 0.0996, 17.7},
                           Arm{"UR10e", 0.1807, -0.6127, -0.57155, 0.17415, 0.11985, 0.11655, 29.104});
  const bool old = GENERATE(false, true);
  CAPTURE(arm.name, old);
  auto world =
      world_of(std::string(arm.name) + " { controller \"void\" toolSlot [ DEF TOOL Solid { name \"tool\" } ] }",
               old ? "R2021a" : "R2025a");
  CHECK(mass_of(world) == Approx(arm.mass));
  const std::string joints[] = {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
                                "wrist_1_joint",      "wrist_2_joint",       "wrist_3_joint"};
  std::set<std::string> expected;
  for (const std::string& joint : joints) expected.insert({joint, joint + "_sensor"});
  CHECK(devices_of(world) == expected);

  const double alpha[] = {M_PI / 2, 0, 0, M_PI / 2, -M_PI / 2, 0};
  const double a[] = {0, arm.a2, arm.a3, 0, 0, 0}, d[] = {arm.d1, 0, 0, arm.d4, arm.d5, arm.d6};
  // The base of the parameters is turned by half a turn about z against the robot's axes, which files with y up lay
  // down.
  Pose flange;
  if (old) flange.rotation = Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitX());
  flange.rotation *= Eigen::AngleAxisd(M_PI, Vector3d::UnitZ()).matrix();
  const double angles[] = {0.5, -1.2, 1.4, -0.9, 0.7, -2.1};
  for (int i = 0; i < 6; ++i) {
    motor(world, joints[i]).set_position(angles[i]);
    flange = flange * Pose{{0, 0, d[i]}, Eigen::AngleAxisd(angles[i], Vector3d::UnitZ()).matrix()};
    flange = flange * Pose{{a[i], 0, 0}, Eigen::AngleAxisd(alpha[i], Vector3d::UnitX()).matrix()};
  }
  world.run(5);
  const Pose tool = world.solid("TOOL").pose();
  CHECK((tool.position - flange.position).norm() < 1e-3);
  // The slot's y axis leads out of the flange.
  CHECK(tool.rotation.col(1).dot(flange.rotation.col(2)) > 0.99999);
}

TEST_CASE("a Robotiq 2F-140 opens to 140 mm and keeps its fingers parallel") {
  auto world = world_of("Robot { translation 0 0 1 controller \"void\" children [ Robotiq2f140Gripper { } ] }",
                        "R2025a", "physicsDisableTime 0");
  CHECK(mass_of(world) == Approx(1));
  const std::string name = "ROBOTIQ 2F-140 Gripper";
  const auto pad = [&world](const std::string& side) {
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().ends_with(side + " pad")) return solid->pose();
    FAIL("no pad");
    throw;
  };
  for (const double angle : {0.0, 0.3, 0.6}) {
    CAPTURE(angle);
    for (const char* side : {" left", " right"}) {
      motor(world, name + "::" + (side + 1) + " finger joint").set_position(angle);
      motor(world, name + "::" + (side + 1) + " pad joint").set_position(angle);
    }
    world.run(2);
    // Links of 105 mm from knuckles 61.2 mm apart; their inner faces are at the pads' axes.
    const double lean = std::asin((0.07 - 0.030601) / 0.105);
    CHECK(pad("right").position.y() - pad("left").position.y() ==
          Approx(2 * (0.030601 + 0.105 * std::sin(lean - angle))).margin(1e-3));
    for (const char* side : {"left", "right"}) CHECK(pad(side).rotation(2, 2) > 0.9999);
  }
}

TEST_CASE("a Robotiq 2F-85 closes 85 mm, and its fingers stay parallel by their links alone") {
  auto world = world_of("Robot { translation 0 0 1 controller \"void\" children [ Robotiq2f85Gripper { } ] }", "R2025a",
                        "physicsDisableTime 0");
  CHECK(mass_of(world) == Approx(0.9));  // data sheet
  const std::string name = "ROBOTIQ 2F-85 Gripper";
  // Its motors are coupled by their names, as public controllers know them.
  CHECK(devices_of(world) == std::set<std::string>{name + "::left finger joint", name + " left finger joint sensor",
                                                   name + "::right finger joint", name + " right finger sensor"});
  const auto finger = [&world](const std::string& side) {
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().ends_with(side + " finger")) return solid->pose();
    FAIL("no finger");
    throw;
  };
  // A link from the knuckle, 30.6 mm off the middle, to the finger: 37.6 mm outwards and 43 mm ahead at 0. The face of
  // a pad of 6.35 mm is 22.02 + 3.175 mm inwards of the finger's axis.
  const double reach = std::hypot(0.0376, 0.043), lean = std::atan2(0.0376, 0.043);
  const auto opening = [&](double angle) { return 2 * (0.030601 + reach * std::sin(lean - angle) - 0.025195); };
  CHECK(opening(0) == Approx(0.085).margin(0.0015));
  CHECK(opening(0.8) == Approx(0).margin(0.002));
  for (const double angle : {0.0, 0.4, 0.7}) {
    CAPTURE(angle);
    for (const char* side : {"left", "right"}) motor(world, name + "::" + side + " finger joint").set_position(angle);
    world.run(2);
    CHECK(finger("right").position.y() - finger("left").position.y() - 2 * 0.025195 ==
          Approx(opening(angle)).margin(1e-3));
    for (const char* side : {"left", "right"}) CHECK(finger(side).rotation(2, 2) > 0.9999);
  }
}

TEST_CASE("a Nao stands, turns its head, and holds its hands where its joints have them") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of("Nao { controller \"void\" }", old ? "R2021a" : "R2025a");
  // nao_description, version 5, without the two milligrams of each finger's parts.
  CHECK(mass_of(world) == Approx(5.3054).margin(1e-3));
  std::set<std::string> expected = {
      "CameraTop",      "CameraBottom", "accelerometer", "gyro",          "inertial unit",  "gps",
      "emitter",        "receiver",     "LFsr",          "RFsr",          "ChestBoard/Led", "LFoot/Led",
      "RFoot/Led",      "Sonar/Left",   "Sonar/Right",   "Face/Led/Left", "Face/Led/Right", "Ears/Led/Left",
      "Ears/Led/Right", "HeadYaw",      "HeadYawS",      "HeadPitch",     "HeadPitchS"};
  for (const std::string side : {"L", "R"}) {
    for (const std::string& joint :
         {std::string("HipYawPitch"), std::string("HipRoll"), std::string("HipPitch"), std::string("KneePitch"),
          std::string("AnklePitch"), std::string("AnkleRoll"), std::string("ShoulderPitch"),
          std::string("ShoulderRoll"), std::string("ElbowYaw"), std::string("ElbowRoll"), std::string("WristYaw")})
      expected.insert({side + joint, side + joint + "S"});
    for (int i = 1; i <= 8; ++i) {
      const std::string phalanx = side + "Phalanx" + std::to_string(i);
      expected.insert({phalanx, phalanx + "S"});
    }
    for (const std::string bumper : {"Left", "Right"}) expected.insert(side + "Foot/Bumper/" + bumper);
  }
  CHECK(devices_of(world) == expected);

  const auto link = [&world](const std::string& name) {
    const Pose torso = world.solid("R").pose();
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().ends_with(name + " link")) return torso.inverse() * solid->pose();
    FAIL("no link " << name);
    throw;
  };
  for (const char* side : {"L", "R"}) motor(world, std::string(side) + "ShoulderPitch").set_position(M_PI / 2);
  motor(world, "HeadYaw").set_position(0.5);
  world.run(3);
  // Hips 85 mm below the torso's middle, thighs of 100, tibias of 102.9, soles 45.1 mm below the ankles.
  const Pose torso = world.solid("R").pose();
  CHECK((old ? torso.position.y() : torso.position.z()) == Approx(0.085 + 0.1 + 0.1029 + 0.0451).margin(0.003));
  const Vector3d up = old ? Vector3d::UnitY() : Vector3d::UnitZ();
  CHECK((torso.rotation * Vector3d::UnitZ()).dot(up) > 0.999);
  const Matrix3d head = link("HeadPitch").rotation;
  CHECK(std::atan2(head(1, 0), head(0, 0)) == Approx(0.5).margin(1e-3));
  // Arms hang down: upper arms of 105 mm, forearms of 55.95 mm from shoulders at 98 and elbows 15 mm further outside.
  for (const int side : {1, -1}) {
    const Vector3d wrist = link(side > 0 ? "LWristYaw" : "RWristYaw").position;
    CHECK((wrist - Vector3d(0, side * (0.098 + 0.015), 0.1 - 0.105 - 0.05595)).norm() < 0.004);
  }
}

TEST_CASE("a ROBOTIS OP2 and a DARwIn-OP stand, bend their knees, and hang their arms down") {
  const std::string name = GENERATE("RobotisOp2", "DARwInOP");
  const bool old = GENERATE(false, true);
  CAPTURE(name, old);
  auto world = world_of(name + " { translation 0 " + (old ? "0.23 0" : "0 0.23") + " controller \"void\" }",
                        old ? "R2021a" : "R2025a");
  // robotis_op2_description: body, head, arms, legs.
  CHECK(mass_of(world) == Approx(0.975 + 0.0243 + 0.158 + 2 * (0.0259 + 0.168 + 0.0592) +
                                 2 * (0.167 + 0.119 + 0.119 + 0.0703 + 0.167 + 0.0794)));
  std::set<std::string> expected = {"Neck",         "NeckS",       "Head",       "HeadS",   "Accelerometer",
                                    "Gyro",         "Camera",      "Speaker",    "EyeLed",  "HeadLed",
                                    "BackLedGreen", "BackLedBlue", "BackLedRed", "emitter", "receiver"};
  for (const std::string joint :
       {"Shoulder", "ArmUpper", "ArmLower", "PelvY", "Pelv", "LegUpper", "LegLower", "Ankle", "Foot"})
    for (const std::string side : {"R", "L"}) expected.insert({joint + side, joint + side + "S"});
  CHECK(devices_of(world) == expected);

  const Vector3d up = old ? Vector3d::UnitY() : Vector3d::UnitZ();
  const auto stands_at = [&](double height) {
    const Pose body = world.solid("R").pose();
    CHECK(body.position.dot(up) == Approx(height).margin(0.003));
    CHECK((body.rotation * up).dot(up) > 0.999);
  };
  const auto link = [&world](const std::string& joint) -> const Solid& {
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().ends_with(joint + " link")) return *solid;
    FAIL("no link " << joint);
    throw;
  };
  world.run(2);
  stands_at(0.23);
  // Thighs and shins of 93 mm, bent by 22.5 degrees each.
  const double bend = M_PI / 8;
  for (const auto& [side, sign] : {std::pair{std::string("R"), -1.0}, std::pair{std::string("L"), 1.0}}) {
    motor(world, "LegUpper" + side).set_position(sign * bend);
    motor(world, "LegLower" + side).set_position(-2 * sign * bend);
    motor(world, "Ankle" + side).set_position(-sign * bend);
    // Upper arms stand 45 degrees away from the body and forearms ahead where their motors are at 0.
    motor(world, "ArmUpper" + side).set_position(sign * M_PI / 4);
    motor(world, "ArmLower" + side).set_position(sign * M_PI / 2);
  }
  world.run(2);
  stands_at(0.23 - 2 * 0.093 * (1 - std::cos(bend)));
  for (const std::string side : {"R", "L"}) {
    CHECK((link("ArmLower" + side).pose().rotation * Vector3d::UnitZ()).dot(up) > 0.999);
    CHECK((link("Foot" + side).pose().rotation * Vector3d::UnitZ()).dot(up) > 0.9999);
  }
}

TEST_CASE("an IRB 4600/40 holds its hand where its joints have it") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world =
      world_of("Irb4600-40 { controller \"void\" staticBase FALSE handSlot [ DEF HAND Solid { name \"hand\" } ] }",
               old ? "R2021a" : "R2025a");
  // ABB's data sheet.
  CHECK(mass_of(world) == Approx(435));
  // Constraints that do not give way under a third of a ton.
  world = world_of("Irb4600-40 { controller \"void\" handSlot [ DEF HAND Solid { name \"hand\" } ] }",
                   old ? "R2021a" : "R2025a", "CFM 0.00000001");
  std::set<std::string> expected;
  for (const char letter : std::string("ABCDEF"))
    expected.insert({std::string(1, letter) + " motor", std::string(1, letter) + " motor sensor"});
  CHECK(devices_of(world) == expected);

  // irb4600_40_255 of abb_irb4600_support: each joint from the one before, and its axis.
  Pose hand;
  if (old) hand.rotation = Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitX());
  const Vector3d places[] = {{0, 0, 0.495}, {0.175, 0, 0}, {0, 0, 1.095}, {0, 0, 0.175}, {1.27, 0, 0}, {0.135, 0, 0}};
  const Vector3d axes[] = {Vector3d::UnitZ(), Vector3d::UnitY(), Vector3d::UnitY(),
                           Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitX()};
  const double angles[] = {0.4, 0.3, -0.5, 0.8, -0.7, 1.1};
  for (int i = 0; i < 6; ++i) {
    motor(world, std::string(1, static_cast<char>('A' + i)) + " motor").set_position(angles[i]);
    hand = hand * Pose{places[i], Eigen::AngleAxisd(angles[i], axes[i]).matrix()};
  }
  world.run(3);
  const Pose found = world.solid("HAND").pose();
  CHECK((found.position - hand.position).norm() < 2e-3);
  // The slot's z axis leads out of the flange.
  CHECK(found.rotation.col(2).dot(hand.rotation.col(0)) > 0.99999);
}

TEST_CASE("the arms of Neuronics hold their wrists where their joints have them, and open their fingers") {
  struct Arm {
    const char* name;
    bool strong, across;
  };
  const Arm arm = GENERATE(Arm{"IprHd6m90", false, true}, Arm{"IprHd6ms90", true, true},
                           Arm{"IprHd6m180", false, false}, Arm{"IprHd6ms180", true, false});
  const bool old = GENERATE(false, true);
  CAPTURE(arm.name, old);
  // Slots of links have the axes of the file.
  auto world =
      world_of(std::string(arm.name) +
                   " { translation 0 0 0 controller \"void\" leftGripperSlot [ DEF LEFT Solid { name \"l\" } ] "
                   "rightGripperSlot [ DEF RIGHT Solid { translation " +
                   (old ? "0 0.05 0" : "0 0 0.05") + " name \"r\" } ] }",
               old ? "R2021a" : "R2025a", "physicsDisableTime 0");
  // Its published links; the pedestal stands fast.
  CHECK(mass_of(world) == Approx(1.25 + 0.19 + 0.8 + 0.92 + 0.4 + 2 * (0.035 + 2 * 0.05)));
  const std::string fingers[] = {old ? "left_gripper" : "gripper::left", old ? "right_gripper" : "gripper::right"};
  const std::string turning =
      arm.name == std::string("IprHd6ms90") ? "rotationalwrist" : "rotational_wrist";  // the motor of this model alone
  const std::string joints[] = {"base", "upperarm", "forearm", "wrist", turning};
  std::set<std::string> expected = {turning, "rotational_wrist_sensor"};
  for (int i = 0; i < 4; ++i) expected.insert({joints[i], joints[i] + "_sensor"});
  for (const std::string& finger : fingers) expected.insert({finger, finger + "_sensor"});
  for (int i = 0; i < 9; ++i) expected.insert("ds" + std::to_string(i));
  for (int i = 0; i < 4; ++i) expected.insert("ts" + std::to_string(i));
  CHECK(devices_of(world) == expected);

  Pose hand;
  if (old) hand.rotation = Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitX());
  const double heights[] = {arm.strong ? 0.2265 : 0.2035, 0, 0.19, 0.139, 0.1185};
  const double rest[] = {arm.strong ? 0.124791 : 0.128855, arm.across ? 0.597775 : 0.575555, -2.21125,
                         arm.across ? 2.03331 : 2.02541, arm.across ? 2.99319 : 2.99437};
  const double angles[] = {0.5, -0.7, 1.1, -0.8, -1.2};
  const Vector3d axes[] = {Vector3d::UnitZ(), -Vector3d::UnitY(), -Vector3d::UnitY(), -Vector3d::UnitY(),
                           Vector3d::UnitZ()};
  for (int i = 0; i < 5; ++i) {
    motor(world, joints[i]).set_position(angles[i]);
    hand = hand * Pose{Vector3d(0, 0, heights[i]), Eigen::AngleAxisd(rest[i] + angles[i], axes[i]).matrix()};
  }
  // "90": the hand stands across, as far from the middle of its body.
  if (arm.across)
    hand = hand * Pose{Vector3d(0.0318, 0, 0.0288), Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitY()).matrix()};
  const Vector3d knuckle = hand * Vector3d(0, 0, 0.0983);
  for (const double angle : {0.0, 0.8}) {
    CAPTURE(angle);
    motor(world, fingers[0]).set_position(old ? -angle : angle);
    motor(world, fingers[1]).set_position(angle);
    world.run(4);
    CHECK((world.solid("LEFT").pose().position - knuckle).norm() < 2e-3);
    // Fingers open outwards, the right one to -y.
    const Vector3d tip = hand * Vector3d(0, -0.05 * std::sin(angle), 0.0983 + 0.05 * std::cos(angle));
    CHECK((world.solid("RIGHT").pose().position - tip).norm() < 2e-3);
  }
}

TEST_CASE("Spot stands on its feet, which are where its joints have them, and lies down") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of("Spot { controller \"void\" }", old ? "R2021a" : "R2025a", "physicsDisableTime 0");
  // Its published body and legs: shoulder, upper arm, forearm.
  CHECK(mass_of(world) == Approx(14.40973585 + 4 * (2.131962264 + 0.934886792 + 0.137150943)));
  std::set<std::string> expected = {"accelerometer", "gps", "gyro", "inertial unit"};
  for (const std::string leg : {"front left", "front right", "rear left", "rear right"}) {
    expected.insert(leg + " piston motor");
    for (const std::string joint : {"shoulder abduction", "shoulder rotation", "elbow"})
      expected.insert({leg + " " + joint + " motor", leg + " " + joint + " sensor"});
  }
  for (const std::string camera : {"left head", "right head", "left flank", "right flank", "rear"})
    expected.insert(camera + " camera");
  for (const std::string side : {"left", "right"})
    for (const std::string lamp : {"top", "middle up", "middle down", "bottom"})
      expected.insert(side + " " + lamp + " led");
  CHECK(devices_of(world) == expected);

  // Of the middle of a foot in the robot's axes: x ahead, y left, z up.
  const auto forearm = [&world](const std::string& leg) {
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().ends_with(leg + " forearm")) return solid->pose();
    FAIL("no forearm");
    throw;
  };
  Matrix3d axes = Matrix3d::Identity();
  if (old) axes << 0, -1, 0, 0, 0, 1, -1, 0, 0;
  const auto pose_of = [&](double abduction, double rotation, double elbow) {
    for (const std::string end : {"front", "rear"})
      for (const std::string side : {"left", "right"}) {
        const std::string leg = end + " " + side;
        motor(world, leg + " shoulder abduction motor").set_position(side == "left" ? abduction : -abduction);
        motor(world, leg + " shoulder rotation motor").set_position(rotation);
        motor(world, leg + " elbow motor").set_position(elbow);
      }
    world.run(3);
  };
  const auto height = [&] { return (axes.transpose() * world.solid("R").pose().position).z(); };
  const double angles[] = {-0.1, -0.3, 0.5};
  pose_of(angles[0], angles[1], angles[2]);
  for (const std::string end : {"front", "rear"})
    for (const std::string side : {"left", "right"}) {
      CAPTURE(end, side);
      const double sign = side == "left" ? 1 : -1;
      const auto turned = [](double angle, const Vector3d& axis) { return Eigen::AngleAxisd(angle, axis).matrix(); };
      Pose leg{Vector3d(end == "front" ? 0.3635 : -0.3084, sign * 0.0528, end == "front" ? 0.0124 : 0.0123),
               turned(sign * angles[0], -Vector3d::UnitX())};
      leg = leg * Pose{Vector3d(0, 0, -0.00053), turned(angles[1], -Vector3d::UnitY())};
      leg = leg * Pose{Vector3d(-0.182338, sign * 0.1122, -0.319729), turned(angles[2], -Vector3d::UnitY())};
      const Vector3d foot(0.225038, -sign * 0.001038, -0.271321);
      const Pose body = world.solid("R").pose();
      const Vector3d found = axes.transpose() * (body.inverse() * (forearm(end + " " + side) * foot));
      CHECK((found - leg * foot).norm() < 0.02);  // its motors give way by some hundredths of a radian
    }
  CHECK(height() > 0.45);
  pose_of(0, 0, 0);
  // Straight: hips 12 mm above the robot's origin, 591 mm above the middle of the feet, whose radius is 35 mm.
  CHECK(height() == Approx(0.319729 + 0.271321 + 0.00053 - 0.0124 + 0.035094).margin(0.02));
  pose_of(-0.4, -0.99, 1.59);
  CHECK(height() < 0.12);
}

TEST_CASE("a Robotiq 3-finger gripper closes its fingers towards each other") {
  auto world = world_of("Robot { translation 0 0 1 controller \"void\" children [ Robotiq3fGripper { } ] }", "R2025a",
                        "physicsDisableTime 0");
  // Robotiq's data sheet.
  CHECK(mass_of(world) == Approx(2.3));
  std::set<std::string> expected;
  for (const std::string finger : {"finger_1", "finger_2", "finger_middle"}) {
    for (int i = 1; i <= 3; ++i) {
      const std::string joint = finger + "_joint_" + std::to_string(i);
      expected.insert({joint, joint + "_sensor"});
    }
    if (finger != "finger_middle") expected.insert({"palm_" + finger + "_joint", "palm_" + finger + "_joint_sensor"});
  }
  CHECK(devices_of(world) == expected);
  const auto link = [&world](const std::string& name) {
    for (const auto& solid : world.simulation().scene().solids())
      if (solid->path().ends_with(name + " link")) return (world.solid("R").pose().inverse() * solid->pose()).position;
    FAIL("no link " << name);
    throw;
  };
  // Links of robotiq_3f_gripper_visualization in the plane of a finger, x outwards, y to where it closes; its palm is
  // 45 mm before the flange.
  const auto turned = [](double angle, const Eigen::Vector2d& v) {
    return Eigen::Vector2d(Eigen::Rotation2Dd(angle) * v);
  };
  for (const double angle : {0.0495, 0.6, 1.2}) {
    CAPTURE(angle);
    for (const std::string finger : {"finger_1", "finger_2", "finger_middle"})
      motor(world, finger + "_joint_1").set_position(angle);
    world.run(1);
    const Eigen::Vector2d tip = Eigen::Vector2d(0.02, 0) +
                                turned(angle, Eigen::Vector2d(0.05, -0.028) + turned(-0.52, Eigen::Vector2d(0.039, 0)));
    for (const std::string finger : {"finger_1", "finger_2", "finger_middle"}) {
      const double sense = finger == "finger_middle" ? -1 : 1;
      const Vector3d found = link(finger + "_joint_3");
      CHECK(found.x() == Approx(sense * (tip.y() - 0.0455)).margin(1e-3));
      CHECK(found.y() == Approx(0.045 + 0.0214 + tip.x()).margin(1e-3));
    }
  }
}
