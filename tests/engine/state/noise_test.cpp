// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Noise streams: independent of one another, of the machine's libm, and distributed as they say.
#include "engine/state/noise.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using lightsout::Noise;

TEST_CASE("a stream is a function of seed, name, channel and count") {
  Noise a(7, "ROBOT.ds0"), b(7, "ROBOT.ds0");
  // Another stream drawn in between changes nothing.
  Noise other(7, "ROBOT.ds1");
  for (int i = 0; i < 100; ++i) {
    other.gaussian();
    CHECK(a.uniform() == b.uniform());
  }
  CHECK(a.count() == 100);
}

TEST_CASE("seed, name and channel each make another stream") {
  const double first = Noise(7, "ROBOT.ds0", 0).uniform();
  CHECK(Noise(8, "ROBOT.ds0", 0).uniform() != first);
  CHECK(Noise(7, "ROBOT.ds1", 0).uniform() != first);
  CHECK(Noise(7, "ROBOT.ds0", 1).uniform() != first);
}

TEST_CASE("uniform draws fill the unit interval evenly") {
  Noise noise(1, "uniform");
  const int n = 100000, cells = 100;
  std::vector<int> histogram(cells);
  for (int i = 0; i < n; ++i) {
    const double u = noise.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    ++histogram[std::size_t(u * cells)];
  }
  // Chi-square with 99 degrees of freedom: mean 99, deviation sqrt(198) = 14.1; four deviations above and below.
  double chi2 = 0;
  const double expected = double(n) / cells;
  for (int count : histogram) chi2 += (count - expected) * (count - expected) / expected;
  CHECK(chi2 < 99 + 4 * 14.1);
  CHECK(chi2 > 99 - 4 * 14.1);
}

TEST_CASE("gaussian draws follow the normal distribution") {
  Noise noise(1, "gaussian");
  const int n = 200000;
  double sum = 0, sum2 = 0, sum4 = 0;
  int below_minus_2 = 0, beyond_4 = 0;
  for (int i = 0; i < n; ++i) {
    const double g = noise.gaussian();
    sum += g;
    sum2 += g * g;
    sum4 += g * g * g * g;
    below_minus_2 += g < -2;
    beyond_4 += std::abs(g) > 4;
  }
  // Standard errors: of the mean 1/sqrt(n), of the second moment sqrt(2/n), of the fourth sqrt(96/n); four of each.
  CHECK(sum / n == Approx(0).margin(4 / std::sqrt(n)));
  CHECK(sum2 / n == Approx(1).margin(4 * std::sqrt(2.0 / n)));
  CHECK(sum4 / n == Approx(3).margin(4 * std::sqrt(96.0 / n)));
  // P(g < -2) = erfc(sqrt 2) / 2 = 0.02275: deviation of the count sqrt(n p (1-p)).
  const double p = std::erfc(std::sqrt(2.0)) / 2;
  CHECK(below_minus_2 == Approx(n * p).margin(4 * std::sqrt(n * p * (1 - p))));
  // P(|g| > 4) = 6.3e-5: 12.7 expected.
  CHECK(beyond_4 > 0);
  CHECK(beyond_4 < 32);
}

TEST_CASE("a gaussian draw is the quantile of the uniform draw of the same count") {
  // Phi(g) = erfc(-g / sqrt 2) / 2 must be the centre of the 2^-52 cell of the uniform draw; 1e-14 for erfc's own
  // error.
  Noise uniform(3, "quantile"), gaussian(3, "quantile");
  for (int i = 0; i < 20000; ++i) {
    const double u = uniform.uniform(), g = gaussian.gaussian();
    REQUIRE(std::erfc(-g / std::sqrt(2.0)) / 2 == Approx(u).epsilon(2e-14).margin(1e-15));
  }
}
