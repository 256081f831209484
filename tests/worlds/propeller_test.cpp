// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Propellers: thrust T = t1 |w| w - t2 |w| V along the shaft, torque -(q1 |w| w - q2 |w| V) about it.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "engine/bodies/solid.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "tests/support/simulated.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

constexpr double g = 9.81, mass = 2;

Simulated flyer(const std::string& propellers) {
  return Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n"
      "DEF R Robot { translation 0 0 10 controller \"<none>\" children [ " +
      propellers + " ] boundingObject Box { size 0.4 0.4 0.1 } physics Physics { density -1 mass 2 } }\n");
}

// A motor so strong that it has its speed at once.
std::string propeller(const std::string& fields, const std::string& motor = "maxTorque 1e9") {
  return "Propeller { shaftAxis 0 0 2 " + fields + " device RotationalMotor { maxVelocity 1000 " + motor +
         " } slowHelix Solid { } fastHelix Solid { name \"fast\" } }\n";
}

void spin(Simulated& world, std::size_t index, double speed) {
  auto& motor = dynamic_cast<Motor&>(*world.simulation().scene().robots()[0]->devices()[index]);
  motor.set_position(std::numeric_limits<double>::infinity());
  motor.set_velocity(speed);
}

}  // namespace

TEST_CASE("a robot hovers where thrust bears its weight") {
  auto world = flyer(propeller("thrustConstants 0.001 0 torqueConstants 0 0"));
  world.start();
  spin(world, 0, std::sqrt(mass * g / 0.001));
  world.run(5);
  CHECK(world.solid("R").pose().position.z() == Approx(10).margin(1e-6));
  // The other way round it pushes down: free fall twice as fast.
  spin(world, 0, -std::sqrt(mass * g / 0.001));
  world.run(1);
  CHECK(world.solid("R").linear_velocity().z() == Approx(-2 * g).epsilon(1e-6));
}

// WbPropeller.cpp of R2023b: so it goes on, with a warning.
TEST_CASE("a shaft without a direction points along y") {
  auto world = flyer(
      "Propeller { shaftAxis 0 0 0 thrustConstants 0.001 0 torqueConstants 0 0 device RotationalMotor { maxVelocity "
      "1000 "
      "maxTorque 1e9 } }");
  world.start();
  CHECK(world.take_diagnostics().size() == 1);
  spin(world, 0, 100);
  world.run(1);
  CHECK(world.solid("R").linear_velocity().y() == Approx(0.001 * 100 * 100 / mass).epsilon(1e-3));
}

TEST_CASE("thrust falls with the advance: climbing ends at a speed") {
  // t1 w^2 - t2 w V = m g.
  auto world = flyer(propeller("thrustConstants 0.001 0.05 torqueConstants 0 0"));
  world.start();
  spin(world, 0, 200);
  world.run(5);
  CHECK(world.solid("R").linear_velocity().z() == Approx((0.001 * 200 * 200 - mass * g) / (0.05 * 200)).epsilon(1e-3));
}

TEST_CASE("the helix resists: the body turns against it") {
  auto world = flyer(propeller("thrustConstants 0 0 torqueConstants 1e-5 0"));
  world.start();
  spin(world, 0, 100);
  world.run(1);
  const double inertia = mass / 12 * (0.16 + 0.16);
  CHECK(world.solid("R").angular_velocity().z() == Approx(-0.1 / inertia).epsilon(1e-3));
}

TEST_CASE("thrust acts at centerOfThrust, and needs a motor that is allowed to turn") {
  auto world = flyer(propeller("centerOfThrust 0.1 0 0 thrustConstants 0.001 0 torqueConstants 0 0"));
  world.start();
  spin(world, 0, 20);  // 0.4 N, 0.04 N m about -y
  world.step();
  const double inertia = mass / 12 * (0.16 + 0.01);
  CHECK(world.solid("R").angular_velocity().y() == Approx(-0.1 * 0.4 / inertia * 0.008).epsilon(1e-6));
  // In torque control a motor has no speed of its own.
  auto slack = flyer(propeller("thrustConstants 0.001 0 torqueConstants 0 0"));
  slack.start();
  dynamic_cast<Motor&>(*slack.simulation().scene().robots()[0]->devices()[0]).set_force(5);
  slack.run(1);
  CHECK(slack.solid("R").linear_velocity().z() == Approx(-g).epsilon(1e-6));
}

// The helix has no inertia of its own: as in a joint without bodies, the number of maxTorque limits the acceleration
// (WbPropeller.cpp runs its motor by WbMotor::runKinematicControl; manual, Motor, "Kinematics Mode").
TEST_CASE("a propeller's motor takes its time to its speed") {
  auto world = flyer(propeller("thrustConstants 0.001 0 torqueConstants 0 0", "maxTorque 25"));
  world.start();
  spin(world, 0, 50);
  // In step n the speed is 25 n h: the thrusts add up to t1 (25 h)^2 n (n + 1) (2 n + 1) / 6.
  constexpr double h = 0.008;
  for (int i = 0; i < 100; ++i) world.step();
  const double sum = 0.001 * 25 * h * 25 * h * 100 * 101 * 201 / 6;
  CHECK(world.solid("R").linear_velocity().z() == Approx(h * (sum / mass - 100 * g)).epsilon(1e-9));
}

TEST_CASE("a propeller's motor bears no more than maxTorque") {
  // q1 w^2 = 10 N m, 2 of which the motor bears after it has come to 20 rad/s in 10 s.
  auto world = flyer(propeller("thrustConstants 0 0 torqueConstants 0.025 0", "maxTorque 2"));
  world.start();
  spin(world, 0, 20);
  world.run(10);
  const double before = world.solid("R").angular_velocity().z();
  world.run(1);
  const double inertia = mass / 12 * (0.16 + 0.16);
  CHECK(world.solid("R").angular_velocity().z() - before == Approx(-2 / inertia).epsilon(1e-3));
}

TEST_CASE("a propeller draws energy for its thrust and its torque") {
  // 4 N and 0.2 N m at w = 20 rad/s, times a consumptionFactor of 3.
  auto world = Simulated::from_text(
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 gravity 0 physicsDisableTime 0 }\n"
      "DEF R Robot { controller \"<none>\" cpuConsumption 0 battery [ 1000, 1000, 0 ] children [ " +
      propeller("thrustConstants 0.01 0 torqueConstants 0.0005 0", "maxTorque 1e9 consumptionFactor 3") +
      " ] boundingObject Box { size 0.4 0.4 0.1 } physics Physics { density -1 mass 2 } }\n");
  world.start();
  spin(world, 0, 20);
  for (int i = 0; i < 50; ++i) world.step();
  CHECK(world.simulation().scene().robots()[0]->battery()->energy() ==
        Approx(1000 - 50 * 0.008 * 3 * (4 + 0.2)).epsilon(1e-9));
}
