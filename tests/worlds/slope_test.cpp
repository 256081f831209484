// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

constexpr double g = 9.81, slope = 0.4, seconds = 2;

// How far a solid has come down the ramp since the start, m.
double distance_down(const Solid& solid, const Vector3d& start) {
  return (solid.pose().position - start).dot(Vector3d(std::cos(slope), 0, -std::sin(slope)));
}

// Of constant acceleration from rest: the steps are v += a h, x += v h, so x = a t (t + h) / 2.
double distance(double acceleration, double h) { return acceleration * seconds * (seconds + h) / 2; }

}  // namespace

TEST_CASE("A block slides down a slope as Coulomb friction lets it") {
  Simulated world("worlds/slope.wbt");
  const Solid& block = world.solid("SLIDING");
  const Vector3d start = block.pose().position;
  world.run(seconds);
  const double mu = 0.2;
  const double expected = distance(g * (std::sin(slope) - mu * std::cos(slope)), world.dt());
  // Until the contacts carry the block, in the first three steps, friction may be missing: a speed gained too much.
  CHECK(distance_down(block, start) == Approx(expected).margin(mu * g * std::cos(slope) * 3 * world.dt() * seconds));
  // It follows the ramp, a little sunk in: depth h CFM N / ERP over all contacts at most (see stack.test.yaml).
  const Vector3d normal(std::sin(slope), 0, std::cos(slope));
  const double depth = world.dt() * 0.001 * 2 * g / 0.2;
  CHECK((block.pose().position - start).dot(normal) == Approx(-depth / 2).margin(depth / 2));
}

TEST_CASE("A block on a slope less steep than its friction angle stays") {
  Simulated world("worlds/slope.wbt");
  const Solid& block = world.solid("RESTING");
  const Vector3d start = block.pose().position;
  world.run(seconds);
  // Free for up to three steps while it settles; then the solver's CFM lets it creep by CFM times the force that holds
  // it.
  const double settling = g * std::sin(slope) * std::pow(3 * world.dt(), 2);
  const double creep = 1e-5 * 2 * g * std::sin(slope) * seconds;
  CHECK(std::abs(distance_down(block, start)) < settling + creep);
}

TEST_CASE("A slider joint's dry friction takes its constant force from the weight along the slope") {
  Simulated world("worlds/slope.wbt");
  const Solid& block = world.solid("RAMP.RAIL");
  const Vector3d start = block.pose().position;
  world.run(seconds);
  const double acceleration = g * std::sin(slope) - 3.0 / 2.0;  // staticFriction 3 N, mass 2 kg
  const double expected = distance(acceleration, world.dt());
  // A force that is a step late or early: a h t.
  CHECK(distance_down(block, start) == Approx(expected).margin(acceleration * world.dt() * seconds));
  CHECK(block.joint()->axes()[0].position == Approx(expected).margin(acceleration * world.dt() * seconds));
}
