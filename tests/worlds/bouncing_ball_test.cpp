#include <catch2/catch.hpp>
#include <cmath>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("A ball in free fall follows the parabola of its steps") {
  Simulated world("worlds/bouncing_ball.wbt");
  const Solid& ball = world.solid("BALL");
  world.run(0.4);
  // v += g h, then x += v h: after n steps x = g h^2 n (n + 1) / 2.
  const double h = world.dt(), n = 400;
  CHECK(ball.pose().position.z() == Approx(1.1 - 9.81 * h * h * n * (n + 1) / 2).margin(1e-12));
  CHECK(ball.linear_velocity().z() == Approx(-9.81 * h * n).margin(1e-12));
}

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

TEST_CASE("A ball without bounce stays down, as deep as its soft contact gives way") {
  Simulated world("worlds/bouncing_ball.wbt");
  const Solid& ball = world.solid("DEAD_BALL");
  world.run_until([&] { return ball.pose().position.z() <= 0.1; }, 2);
  double highest = 0;
  for (double end = world.time() + 1; world.time() < end;) {
    world.step();
    highest = std::max(highest, ball.pose().position.z());
  }
  // It sinks in by up to v h before its contact is found; ERP / h pushes it out with up to ERP v, to ERP^2 of its fall.
  const double fall = 1, erp = 0.2;
  CHECK(highest <= 0.1 + erp * erp * fall);
  // ERP / h * depth = CFM * force, one contact (see stack_test.cpp).
  const double depth = world.dt() * 0.001 * 0.5 * 9.81 / erp;
  CHECK(0.1 - ball.pose().position.z() == Approx(depth).epsilon(0.01));
}
