// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots of the built-in library that roll or fly: they weigh what their data sheets say, and go and turn as their
// wheels and propellers do.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/joints/weld.h"
#include "engine/render/renderer.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

namespace {

std::set<std::string> sonars() {
  std::set<std::string> names;
  for (int i = 0; i < 16; ++i) names.insert("so" + std::to_string(i));
  return names;
}

}  // namespace

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

TEST_CASE(
    "a Mavic 2 Pro hovers at 68.5 rad/s, climbs faster than that, and turns by the propellers that turn backwards") {
  auto world = world_of("Mavic2Pro { translation 0 0 20 controller \"void\" }");
  const double mass = 0.907, hover = 68.5, g = 9.81;
  CHECK(mass_of(world) == Approx(mass));
  std::set<std::string> expected = {"front left led", "front right led", "gps",   "gyro",
                                    "compass",        "inertial unit",   "camera"};
  for (const std::string propeller : {"front left", "front right", "rear left", "rear right"})
    expected.insert(propeller + " propeller");
  for (const std::string joint : {"yaw", "roll", "pitch"})
    expected.insert({"camera " + joint, "camera " + joint + " sensor"});
  CHECK(devices_of(world) == expected);
  const auto fly = [&world](double forwards, double backwards) {
    spin(world, "front left propeller", forwards);
    spin(world, "rear right propeller", forwards);
    spin(world, "front right propeller", -backwards);
    spin(world, "rear left propeller", -backwards);
    world.run(0.16);
    const Vector3d velocity = world.solid("R").linear_velocity(), spin_before = world.solid("R").angular_velocity();
    world.run(0.48);
    return std::pair<Vector3d, Vector3d>((world.solid("R").linear_velocity() - velocity) / 0.48,
                                         (world.solid("R").angular_velocity() - spin_before) / 0.48);
  };
  CHECK(fly(hover, hover).first.norm() < 1e-6);
  CHECK(fly(80, 80).first.z() == Approx(g * (80 * 80 / (hover * hover) - 1)).epsilon(1e-6));
  // Equal thrust in all; torques of 0.02 m times the thrust turn a box of 214 x 91 mm.
  const double fast = 75, slow = std::sqrt(2 * hover * hover - fast * fast);
  const auto [climb, turn] = fly(slow, fast);
  CHECK(climb.norm() < 1e-6);
  const double thrust = mass * g / (4 * hover * hover);
  CHECK(turn.z() ==
        Approx(0.02 * thrust * 2 * (fast * fast - slow * slow) / (mass / 12 * (0.214 * 0.214 + 0.091 * 0.091)))
            .epsilon(1e-6));
}

TEST_CASE("cars stand on their springs, roll by their wheels' radius and turn about one point") {
  struct Car {
    const char* name;
    bool front, rear;                               // driven
    double wheelbase, track, radius, body, wheels;  // masses
    double spring, seconds;                         // N/m; from 0 to 100 km/h
  };
  // The numbers of Webots' cars; the Lincoln's wheels are cylinders of 0.22 m of density 1000.
  const Car car = GENERATE(Car{"BmwX5", true, false, 2.995, 1.628, 0.374, 2000, 120, 1e5, 7},
                           Car{"CitroenCZero", false, true, 2.55, 1.31, 0.28575, 1200, 22, 3e4, 17.5},
                           Car{"LincolnMKZ", true, true, 2.94, 1.64, 0.358, 1950, 354.4, 1e5, 4.97},
                           Car{"ToyotaPrius", true, false, 2.8, 1.628, 0.317, 1805, 32, 1e5, 10.7},
                           Car{"TeslaModel3", false, true, 2.94, 1.72, 0.36, 1847, 41.6, 6e4, 4});
  const bool old = GENERATE(false, true);
  CAPTURE(car.name, old);
  const std::string hard = "material1 \"default\" coulombFriction [ 8 ] softCFM 0.00001 }";
  auto world = world_of(std::string(car.name) + " { controller \"void\" }", old ? "R2021a" : "R2025a",
                        "physicsDisableTime 0 ERP 0.6 contactProperties [ ContactProperties { " + hard +
                            " ContactProperties { material2 \"" + car.name +
                            (car.name == std::string("TeslaModel3") ? "Wheel\" " : "Wheels\" ") + hard + " ]");
  CHECK(mass_of(world) == Approx(car.body + car.wheels));
  world.run(3);
  // Level or not, the middle of the springs' four ends sinks by the weight that they carry.
  const Pose start = world.solid("R").pose();
  const Vector3d up = old ? Vector3d::UnitY() : Vector3d::UnitZ();
  const Vector3d ahead = old ? Vector3d::UnitZ() : Vector3d::UnitX();
  const Vector3d middle = start * (ahead * car.wheelbase / 2);
  CHECK(middle.dot(up) == Approx(car.radius - car.body * 9.81 / (4 * car.spring)).margin(0.003));

  const auto turn_wheels = [&](double left, double right, double rear_left, double rear_right) {
    if (car.front) spin(world, "left_front_wheel", left), spin(world, "right_front_wheel", right);
    if (car.rear) spin(world, "left_rear_wheel", rear_left), spin(world, "right_rear_wheel", rear_right);
  };
  // The wheels are accelerated so that the car has 100 km/h after its seconds.
  turn_wheels(100, 100, 100, 100);
  world.run(0.96);
  CHECK((world.solid("R").pose().position - start.position).dot(ahead) ==
        Approx(0.5 * 100 / 3.6 / car.seconds * 0.96 * 0.96).epsilon(0.05));
  turn_wheels(10, 10, 10, 10);
  world.run(5);
  const Vector3d before = world.solid("R").pose().position;
  world.run(0.8);
  CHECK((world.solid("R").pose().position - before).dot(ahead) == Approx(8 * car.radius).epsilon(0.004));

  // Round a point 15 m to the right of the rear axle's middle: each wheel as fast as it is far from it.
  const double circle = 15, rate = 10 * car.radius / circle, half = car.track / 2;
  motor(world, "right_steer").set_position(std::atan(car.wheelbase / (circle - half)));
  motor(world, "left_steer").set_position(std::atan(car.wheelbase / (circle + half)));
  turn_wheels(std::hypot(circle + half, car.wheelbase) * rate / car.radius,
              std::hypot(circle - half, car.wheelbase) * rate / car.radius, (circle + half) * rate / car.radius,
              (circle - half) * rate / car.radius);
  world.run(3);
  const double turned = world.solid("R").angular_velocity().dot(up);
  // Tyres slip a little.
  CHECK(turned == Approx(-rate).epsilon(0.05));

  auto simple = world_of(std::string(car.name) + "Simple { }", old ? "R2021a" : "R2025a");
  CHECK(mass_of(simple) == 0);
  CHECK(devices_of(simple).empty());
}

TEST_CASE("a Crazyflie hovers at 48 rad/s, climbs faster than that, and turns by the propellers that turn backwards") {
  auto world = world_of("Crazyflie { translation 0 0 20 controller \"void\" }");
  const double mass = 0.027, hover = 48, g = 9.81;
  CHECK(mass_of(world) == Approx(mass));
  CHECK(devices_of(world) == std::set<std::string>{"m1_motor", "m2_motor", "m3_motor", "m4_motor", "range_front",
                                                   "range_left", "range_back", "range_right", "gps", "inertial_unit",
                                                   "gyro", "camera"});
  // m1 to m4: ahead right, behind right, behind left, ahead left.
  const auto fly = [&world](double m1, double m2, double m3, double m4) {
    spin(world, "m1_motor", -m1);
    spin(world, "m2_motor", m2);
    spin(world, "m3_motor", -m3);
    spin(world, "m4_motor", m4);
    world.run(0.16);
    const Vector3d velocity = world.solid("R").linear_velocity(), spin_before = world.solid("R").angular_velocity();
    world.run(0.016);
    return std::pair<Vector3d, Vector3d>((world.solid("R").linear_velocity() - velocity) / 0.016,
                                         (world.solid("R").angular_velocity() - spin_before) / 0.016);
  };
  CHECK(fly(hover, hover, hover, hover).first.norm() < 1e-6);
  CHECK(fly(60, 60, 60, 60).first.z() == Approx(g * (60 * 60 / (hover * hover) - 1)).epsilon(1e-6));
  const double fast = 50, slow = std::sqrt(2 * hover * hover - fast * fast);
  const double thrust = mass * g / (4 * hover * hover), difference = 2 * thrust * (fast * fast - slow * slow);
  // Torques of 5.96 mm times the thrust about z, of the thrusts' lever about x and y.
  CHECK(fly(fast, slow, fast, slow).second.z() == Approx(0.00596 * difference / 2.17e-5).epsilon(1e-3));
  world = world_of("Crazyflie { translation 0 0 20 controller \"void\" }");
  fly(hover, hover, hover, hover);
  world.run(0.1);
  CHECK(world.solid("R").angular_velocity().norm() < 1e-9);
  spin(world, "m3_motor", -fast);
  spin(world, "m4_motor", fast);
  spin(world, "m1_motor", -slow);
  spin(world, "m2_motor", slow);
  world.run(0.048);
  // Left side up.
  CHECK(world.solid("R").angular_velocity().x() > 0.1);
  CHECK(std::abs(world.solid("R").angular_velocity().y()) < 1e-3);
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
TEST_CASE("a camera behind the windscreen of a car sees the road alone") {
  auto world = world_of(
      "BmwX5 { controller \"void\" sensorsSlotTop [ DEF EYE Camera { translation 0.72 0 -0.05 fieldOfView 1 } ] }");
  Renderer renderer(world.simulation().scene());
  View view;
  view.width = 64;
  view.height = 32;
  view.field_of_view = 1;
  view.pose = world.solid("EYE").pose();
  std::vector<float> ranges(64 * 32);
  renderer.take_ranges(view, ranges);
  // The road is some 1.76 m below, and the car may pitch a little: nothing is nearer than 1.7 m / tan(15.3 degrees)
  // = 6.2 m.
  CHECK(*std::ranges::min_element(ranges) > 6);
  CHECK(*std::ranges::min_element(ranges) < 7);
}
