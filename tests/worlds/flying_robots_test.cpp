// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots of the built-in library that fly: they weigh what their data sheets say, and climb and turn as their
// propellers do.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "engine/bodies/solid.h"
#include "tests/support/robot_world.h"

using namespace lightsout;

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
