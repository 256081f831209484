// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots of the built-in library on two driven wheels: they weigh what their data sheets say, and go and turn as their
// wheels do.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

TEST_CASE("a Pioneer 3-DX rolls by its wheels' radius and turns by its axle") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of("Pioneer3dx { controller \"void\" }", old ? "R2021a" : "R2025a");
  // User Guide, "Pioneer 3-DX characteristics".
  CHECK(mass_of(world) == Approx(9));
  CHECK(motor(world, "left wheel").max_velocity() * 0.0975 == Approx(1.2));
  std::set<std::string> expected = sonars();
  expected.insert({"left wheel", "right wheel", "left wheel sensor", "right wheel sensor", "red led 1", "red led 2",
                   "red led 3", "white led", "green led", "lower yellow led"});
  CHECK(devices_of(world) == expected);

  world.run(0.5);
  // It rests on wheels and caster: the origin stands as high as the axle, but for the depth of contacts.
  const Pose start = world.solid("R").pose();
  CHECK((old ? start.position.y() : start.position.z()) == Approx(0.0975).margin(0.002));
  const double speed = 3;
  spin(world, "left wheel", speed);
  spin(world, "right wheel", speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  world.run(4);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((old ? -way.z() : way.x()) == Approx(speed * 0.0975 * 4).epsilon(1e-4));
  CHECK(std::abs(old ? way.x() : way.y()) < 0.005);

  // Its wheels' middles are its width (0.381 m) less that of a wheel (0.05 m) apart.
  spin(world, "left wheel", -speed);
  world.run(3);
  const Matrix3d from = world.solid("R").pose().rotation;
  const Vector3d there = world.solid("R").pose().position;
  world.run(1);
  const Matrix3d turn = world.solid("R").pose().rotation * from.transpose();
  const double angle = old ? std::atan2(turn(0, 2), turn(0, 0)) : std::atan2(turn(1, 0), turn(0, 0));
  CHECK(angle == Approx(2 * speed * 0.0975 / 0.331).epsilon(0.01));
  CHECK((world.solid("R").pose().position - there).norm() < 0.005);
}

TEST_CASE("a TurtleBot3 Burger rolls by its wheels' radius and turns by its axle") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of("TurtleBot3Burger { controller \"void\" }", old ? "R2021a" : "R2025a");
  // ROBOTIS e-Manual, TurtleBot3, Specifications: 1 kg, 0.22 m/s.
  CHECK(mass_of(world) == Approx(1).margin(0.02));
  CHECK(motor(world, "left wheel motor").max_velocity() * 0.033 == Approx(0.22));
  CHECK(devices_of(world) == std::set<std::string>{"left wheel motor", "left wheel sensor", "right wheel motor",
                                                   "right wheel sensor", "accelerometer", "gyro", "compass", "LDS-01"});
  spin(world, "left wheel motor", 5);
  spin(world, "right wheel motor", 5);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  world.run(4);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((old ? -way.z() : way.x()) == Approx(5 * 0.033 * 4).epsilon(1e-3));
  CHECK(std::abs(old ? way.y() : way.z()) < 1e-3);
  spin(world, "left wheel motor", -5);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  CHECK((old ? rate.y() : rate.z()) == Approx(2 * 5 * 0.033 / 0.16).epsilon(0.02));
}

TEST_CASE("a Create rolls by its wheels' radius and turns by its axle") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of("Create { controller \"void\" }", old ? "R2021a" : "R2025a");
  // create_base.urdf.xacro of create_robot.
  CHECK(mass_of(world) == Approx(3.5));
  CHECK(devices_of(world) == std::set<std::string>{"left wheel motor", "left wheel sensor", "right wheel motor",
                                                   "right wheel sensor", "bumper_left", "bumper_right", "cliff_left",
                                                   "cliff_front_left", "cliff_front_right", "cliff_right", "led_on",
                                                   "led_play", "led_step", "receiver"});
  const double speed = 8, radius = 0.031, axle = 0.271756;
  world.run(0.5);  // it comes to rest on its wheels and its caster
  spin(world, "left wheel motor", speed);
  spin(world, "right wheel motor", speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  CHECK((old ? before.y() : before.z()) == Approx(0.044).margin(0.002));
  world.run(4);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((old ? -way.z() : way.x()) == Approx(speed * radius * 4).epsilon(1e-3));
  CHECK(std::abs(old ? way.x() : way.y()) < 0.005);
  spin(world, "left wheel motor", -speed);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  CHECK((old ? rate.y() : rate.z()) == Approx(2 * speed * radius / axle).epsilon(0.02));
}

TEST_CASE("a Khepera, a Khepera III and a Khepera IV roll by their wheels' radius and turn by their axle") {
  struct Khepera {
    const char* name;
    double mass, radius, axle, speed;
  };
  // K-Team's user manuals; the III: its published wheels, 10 g each, and body. It turns on the outer edges of its flat
  // wheels, 3 mm wide.
  const Khepera robot =
      GENERATE(Khepera{"Khepera1", 0.08, 0.008, 0.053, 5}, Khepera{"Khepera3", 0.71, 0.0212, 0.09156 + 0.003, 5},
               Khepera{"Khepera4", 0.54, 0.021, 0.1054, 5});
  const bool old = GENERATE(false, true);
  CAPTURE(robot.name, old);
  auto world = world_of(std::string(robot.name) + " { controller \"void\" }", old ? "R2021a" : "R2025a");
  CHECK(mass_of(world) == Approx(robot.mass));
  std::set<std::string> expected;
  for (const std::string side : {"left", "right"}) expected.insert({side + " wheel motor", side + " wheel sensor"});
  if (robot.name == std::string("Khepera1")) {
    for (int i = 0; i < 8; ++i) expected.insert("ds" + std::to_string(i));
  } else if (robot.name == std::string("Khepera3")) {
    expected.insert({"rs232_out", "rs232_in"});
    for (int i = 0; i < 11; ++i) expected.insert("ds" + std::to_string(i));
    for (int i = 0; i < 5; ++i) expected.insert("us" + std::to_string(i));
  } else {
    expected.insert({"camera", "accelerometer", "gyro", "emitter", "receiver", "rear infrared sensor",
                     "rear left infrared sensor", "rear right infrared sensor", "front left led", "front right led",
                     "rear led"});
    for (const std::string place : {"left", "front left", "front", "front right", "right"}) {
      expected.insert({place + " infrared sensor", place + " ultrasonic sensor"});
      if (place != "front") expected.insert("ground " + place + " infrared sensor");
    }
  }
  CHECK(devices_of(world) == expected);

  world.run(0.5);  // it comes to rest on its wheels
  spin(world, "left wheel motor", robot.speed);
  spin(world, "right wheel motor", robot.speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  // The wheels of the III reach 3.3 mm above its origin.
  CHECK((old ? before.y() : before.z()) == Approx(robot.name == std::string("Khepera3") ? -0.0033 : 0).margin(0.002));
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((old ? -way.z() : way.x()) == Approx(2 * robot.speed * robot.radius).epsilon(0.01));
  CHECK(std::abs(old ? way.x() : way.y()) < 0.003);
  spin(world, "left wheel motor", -robot.speed);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  CHECK((old ? rate.y() : rate.z()) == Approx(2 * robot.speed * robot.radius / robot.axle).epsilon(0.02));
}

TEST_CASE("a robot of Tinkerbots bricks rolls by its wheels' radius, and turns by their distance") {
  // Its bricks stand on each other ahead of the base: "up" is ahead. What was ahead in older files was y, which is up
  // there.
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  const std::string wheel = " TinkerbotsAxle { endSlot TinkerbotsWheel { } } ", quarter = " rotation 0 0 1 1.5707963 ";
  auto world = world_of(
      std::string("TinkerbotsBase { controller \"void\" ") +
          (old ? "translation 0 0.03 0 " : "translation 0 0 0.03 rotation 0.70710678 0 0.70710678 3.14159265 ") +
          "upSlot TinkerbotsCube { "
          "leftSlot TinkerbotsCube { rightSlot TinkerbotsMotor {" +
          quarter + "name \"left\" backSlot" + wheel +
          "} } "
          "rightSlot TinkerbotsCube { leftSlot TinkerbotsMotor {" +
          quarter + "name \"right\" frontSlot" + wheel +
          "} } "
          "upSlot TinkerbotsCube { frontSlot TinkerbotsDistanceSensor { rotation 0 0 1 3.14159265 } } } "
          "downBSlot TinkerbotsFinger { } }",
      old ? "R2021a" : "R2025a", "physicsDisableTime 0");
  // The base, four cubes, two motors with their hubs, axles and wheels, the sensor, the finger.
  CHECK(mass_of(world) == Approx(0.065 + 4 * 0.031 + 2 * (0.036 + 0.01 + 0.01 + 0.018) + 0.034 + 0.002));
  std::set<std::string> expected = {"distance sensor", "distance sensor led"};
  for (const std::string side : {"left", "right"}) expected.insert({side, side + " sensor", side + " led"});
  CHECK(devices_of(world) == expected);

  const double speed = 4, radius = 0.02625;
  spin(world, "left", speed);
  spin(world, "right", speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  CHECK((old ? before.y() : before.z()) == Approx(radius).margin(0.001));
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((old ? way.z() : way.x()) == Approx(2 * speed * radius).epsilon(0.01));
  CHECK(std::abs(old ? way.x() : way.y()) < 0.005);
  // A motor's middle is 40 mm aside, its slot 15 mm further, the axle 22 mm long, the wheel 17 mm wide up to the axle's
  // end: it turns on some line of its treads.
  spin(world, "left", -speed);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  const double outer = 0.04 + 0.015 + 0.022;
  CHECK((old ? rate.y() : rate.z()) > 0.99 * speed * radius / outer);
  CHECK((old ? rate.y() : rate.z()) < 1.01 * speed * radius / (outer - 0.017));
}

TEST_CASE("a TIAGo Iron rolls by its wheels' radius, turns by their distance, and lifts its head") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of("TiagoIron { controller \"void\" lidarSlot [ ] cameraSlot [ DEF EYE Solid { name \"eye\" } ] }",
                        old ? "R2020b" : "R2025a", "physicsDisableTime 0");
  // Its published parts: base, wheels, casters, torso, chest, neck, head.
  CHECK(mass_of(world) ==
        Approx(28.26649 + 2 * 1.82362 + 4 * (0.088558 + 0.051448) + 14.0136 + 6.93198 + 0.6222 + 0.66123));
  std::set<std::string> expected = {"accelerometer", "gyro", "inertial unit"};
  for (const std::string joint :
       {"wheel_left_joint", "wheel_right_joint", "torso_lift_joint", "head_1_joint", "head_2_joint"})
    expected.insert({joint, joint + "_sensor"});
  CHECK(devices_of(world) == expected);
  const double speed = 3, radius = 0.0985;
  spin(world, "wheel_left_joint", speed);
  spin(world, "wheel_right_joint", speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  // Contacts of softCFM 0.001 let 53 kg sink in some millimetres.
  CHECK((old ? before.y() : before.z()) == Approx(radius).margin(0.01));
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK(way.x() == Approx(2 * speed * radius).epsilon(0.005));
  CHECK(std::abs(old ? way.z() : way.y()) < 0.01);
  spin(world, "wheel_left_joint", -speed);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  CHECK((old ? rate.y() : rate.z()) == Approx(speed * radius / 0.2022).epsilon(0.02));

  spin(world, "wheel_left_joint", 0);
  spin(world, "wheel_right_joint", 0);
  motor(world, "torso_lift_joint").set_position(0.3);
  motor(world, "head_1_joint").set_position(0.7);
  motor(world, "head_2_joint").set_position(-0.5);
  world.run(8);
  // From the joint that lifts it: the neck, turned, the head, leant, and the place of the camera in it.
  const Vector3d in_head = Eigen::AngleAxisd(-0.5, -Vector3d::UnitY()) * Vector3d(0.107, 0, 0.0802);
  const Vector3d in_neck = Eigen::AngleAxisd(0.7, Vector3d::UnitZ()) * (Vector3d(0.005, 0, 0.098) + in_head);
  const Vector3d eye = Vector3d(-0.054, 0, 0.193 + 0.599736 + 0.3) + Vector3d(0.182, 0, 0) + in_neck;
  CHECK((world.solid("R").pose().inverse() * world.solid("EYE").pose().position - eye).norm() < 0.01);
}

TEST_CASE("a Thymio II rolls by its wheels' radius and turns by their distance") {
  const bool old = GENERATE(false, true);
  CAPTURE(old);
  auto world = world_of(
      "Thymio2 { controller \"void\" }", old ? "R2021a" : "R2025a",
      // Its ball slides; with the friction of 1 it would brake.
      "physicsDisableTime 0 contactProperties [ ContactProperties { material2 \"thymio body\" coulombFriction 0 } ]");
  // 0.25 kg (User Guide, thymio2): its published body and wheels.
  CHECK(mass_of(world) == Approx(0.2 + 2 * 0.024));
  std::set<std::string> expected = {"acc",
                                    "prox.ground.0",
                                    "prox.ground.1",
                                    "leds.top",
                                    "leds.bottom.left",
                                    "leds.bottom.right",
                                    "leds.sound",
                                    "leds.rc",
                                    "leds.temperature.red",
                                    "leds.temperature.blue",
                                    "leds.prox.v.led0",
                                    "leds.prox.v.led1"};
  for (const std::string side : {"left", "right"}) expected.insert({"motor." + side, "motor." + side + ".position"});
  for (const std::string button : {"forward", "backward", "left", "right", "center"})
    expected.insert("button." + button);
  for (int i = 0; i < 7; ++i) expected.insert("prox.horizontal." + std::to_string(i));
  for (int i = 0; i < 8; ++i) {
    expected.insert({"leds.circle.led" + std::to_string(i), "leds.prox.h.led" + std::to_string(i)});
    if (i < 4) expected.insert("leds.buttons.led" + std::to_string(i));
  }
  CHECK(devices_of(world) == expected);
  // 0.2 m/s (User Guide, thymio2).
  CHECK(motor(world, "motor.left").max_velocity() * 0.021 == Approx(0.2).epsilon(0.001));
  const double speed = 5, radius = 0.021;
  spin(world, "motor.left", speed);
  spin(world, "motor.right", speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  CHECK(std::abs(old ? before.y() : before.z()) < 0.002);
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK((old ? way.z() : way.x()) == Approx(2 * speed * radius).epsilon(0.01));
  CHECK(std::abs(old ? way.x() : way.y()) < 0.003);
  spin(world, "motor.left", -speed);
  world.run(1);
  const Vector3d rate = world.solid("R").angular_velocity();
  CHECK((old ? rate.y() : rate.z()) == Approx(speed * radius / 0.05).epsilon(0.03));
}

TEST_CASE("a JetBot rolls by its wheels' radius and turns by its axle") {
  // One node without brackets, as worlds write an SFNode.
  auto world = world_of("JetBot { controller \"void\" cameraSlot JetBotRaspberryPiCamera { width 224 } }");
  CHECK(mass_of(world) == Approx(0.7));
  CHECK(devices_of(world) == std::set<std::string>{"left_wheel_hinge", "right_wheel_hinge", "camera"});
  const double speed = 5, radius = 0.03, axle = 0.1125;
  world.run(0.5);  // it comes to rest on its wheels and its ball
  spin(world, "left_wheel_hinge", speed);
  spin(world, "right_wheel_hinge", speed);
  world.run(1);
  const Vector3d before = world.solid("R").pose().position;
  CHECK(std::abs(before.z()) < 0.002);
  world.run(2);
  const Vector3d way = world.solid("R").pose().position - before;
  CHECK(way.x() == Approx(2 * speed * radius).epsilon(0.005));
  CHECK(std::abs(way.y()) < 0.003);
  spin(world, "left_wheel_hinge", -speed);
  world.run(1);
  CHECK(world.solid("R").angular_velocity().z() == Approx(2 * speed * radius / axle).epsilon(0.02));
}

// As the simulator's own worlds of cars have it: in the slot at the top, behind the rear mirror. A view of 1 rad in
// images of two to one reaches atan(tan(0.5) / 2) = 15.3 degrees down; from there the bonnet's front edge is 0.81 m
// lower and 2.16 m ahead, 20.5 degrees down.
