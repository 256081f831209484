#include <catch2/catch.hpp>

#include "engine/bodies/solid.h"
#include "tests/support/simulated.h"

using namespace lightsout;

TEST_CASE("In a y-up world things fall along -y and rest on a floor that faces +y") {
  Simulated world("worlds/y_up.wbt");
  const Solid& ball = world.solid("BALL");
  world.run(0.8);
  // v += g h, then x += v h.
  const double h = world.dt(), n = 200;
  CHECK(ball.pose().position.x() == Approx(-1 + 1.5 * n * h).margin(1e-12));
  CHECK(ball.pose().position.y() == Approx(0.1 + 5 * n * h - 9.81 * h * h * n * (n + 1) / 2).margin(1e-12));
  CHECK(ball.pose().position.z() == 0);

  world.run(3);
  // ERP / h * depth = CFM * force, one contact (see stack_test.cpp).
  const double depth = h * 0.001 * 0.5 * 9.81 / 0.2;
  CHECK(0.1 - ball.pose().position.y() == Approx(depth).epsilon(0.01));
  CHECK(ball.pose().position.z() == Approx(0).margin(1e-9));
  // Friction alone turned its slide into rolling without slip: v = omega r.
  CHECK(ball.linear_velocity().x() == Approx(-ball.angular_velocity().z() * 0.1).margin(1e-3));
}
