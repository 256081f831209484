// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

double arithmetic_geometric_mean(double a, double b) {
  while (std::abs(a - b) > 1e-15) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

}  // namespace

TEST_CASE("A pendulum swings with the period of its length, its bob's inertia and its amplitude") {
  // A sphere of radius r on a massless rod: I = m (L^2 + 2/5 r^2) about the hinge. For any amplitude a
  // T = 2 pi sqrt(I / (m g L)) / agm(1, cos(a / 2)).
  const double g = 9.81, length = 1, radius = 0.1, amplitude = 0.5;
  const double omega = std::sqrt(g * length / (length * length + 0.4 * radius * radius));
  const double period = 2 * M_PI / omega / arithmetic_geometric_mean(1, std::cos(amplitude / 2));

  Simulated world("worlds/pendulum.wbt");
  const auto angle = [&] { return world.solid("STAND.BOB").joint()->axes()[0].position; };
  CHECK(angle() == Approx(amplitude).margin(1e-12));

  // Times of the downward passes through the lowest point, interpolated between the steps around each.
  std::vector<double> passes;
  double before = angle();
  while (passes.size() < 6) {
    world.step();
    REQUIRE(world.time() < 10 * period);
    const double now = angle();
    if (before > 0 && now <= 0) passes.push_back(world.time() - world.dt() * now / (now - before));
    before = now;
  }
  // A first-order integrator is off by a share of at most omega h; the first pass comes after a quarter.
  const double tolerance = omega * world.dt() * period;
  CHECK(passes[0] == Approx(period / 4).margin(tolerance));
  for (std::size_t i = 1; i < passes.size(); ++i) CHECK(passes[i] - passes[i - 1] == Approx(period).margin(tolerance));

  // Nothing drives it: it never swings further than it was let go.
  double highest = 0;
  for (double end = world.time() + period; world.time() < end;) {
    world.step();
    highest = std::max(highest, std::abs(angle()));
  }
  CHECK(highest <= amplitude);
  CHECK(highest > 0.9 * amplitude);
}
