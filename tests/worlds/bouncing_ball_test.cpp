// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What else is to hold of this world stands in bouncing_ball.test.yaml.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("A ball rises after each bounce to the height that its restitution leaves") {
  Simulated world("worlds/bouncing_ball.wbt");
  const Solid& ball = world.solid("BALL");
  const double g = 9.81, fall = 1, restitution = 0.8, rest = 0.1;
  const double impact = std::sqrt(2 * g * fall);
  double tolerance = 0;
  for (int bounce = 1; bounce <= 3; ++bounce) {
    world.run_until([&] { return ball.linear_velocity().z() > 0; }, 2);
    world.run_until([&] { return ball.linear_velocity().z() <= 0; }, 2);
    // A contact is found up to a step late: up to 2 g h of speed and v h of depth, so up to 3 v h of height per bounce.
    tolerance += 3 * impact * std::pow(restitution, bounce - 1) * world.dt();
    INFO("bounce " << bounce);
    CHECK(ball.pose().position.z() - rest == Approx(std::pow(restitution, 2 * bounce) * fall).margin(tolerance));
  }
}
