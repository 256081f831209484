// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/components/lookup_table.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace lightsout;

TEST_CASE("the table of the reference manual's first example") {
  const LookupTable table({{0, 1000, 0}, {0.1, 1000, 0}, {0.2, 400, 0}, {0.3, 50, 0}, {0.37, 30, 0}});
  Noise noise(0, "t");
  CHECK(table.value(0, noise) == 1000);
  CHECK(table.value(0.05, noise) == 1000);
  CHECK(table.value(0.15, noise) == Approx(700));  // half-way from 1000 to 400
  CHECK(table.value(0.25, noise) == Approx(225));  // half-way from 400 to 50
  CHECK(table.value(0.335, noise) == Approx(40));  // half-way from 50 to 30
  CHECK(table.value(0.37, noise) == 30);
  CHECK(table.value(-1, noise) == 1000);  // constant beyond the ends
  CHECK(table.value(2, noise) == 30);
  CHECK(noise.count() == 0);  // no noise, no draw
  CHECK(table.min_output() == 30);
  CHECK(table.max_output() == 1000);
  CHECK(table.max_input() == 0.37);
}

TEST_CASE("an empty table is the identity") {
  const LookupTable table;
  Noise noise(0, "t");
  CHECK(table.value(-3.25, noise) == -3.25);
  CHECK(table.max_input() == 0);
}

TEST_CASE("noise is relative to the output and interpolated") {
  const LookupTable table({{0, 100, 0.1}, {1, 200, 0.3}});
  Noise noise(5, "t"), twin(5, "t");
  // At 0.5: output 150, deviation 0.2 of it.
  CHECK(table.value(0.5, noise) == Approx(150 * (1 + 0.2 * twin.gaussian())));
  CHECK(table.value(-1, noise) == Approx(100 * (1 + 0.1 * twin.gaussian())));
  CHECK(table.value(9, noise) == Approx(200 * (1 + 0.3 * twin.gaussian())));
}

TEST_CASE("a jump is taken at its own input from the row behind it") {
  const LookupTable table({{0, 0, 0}, {1, 10, 0}, {1, 20, 0}, {2, 20, 0}});
  Noise noise(0, "t");
  CHECK(table.value(std::nextafter(1, 0), noise) == Approx(10));
  CHECK(table.value(1, noise) == 20);
}

TEST_CASE("rows out of order are sorted, the controller sees them as written") {
  const LookupTable table({{1, 10, 0}, {0, 0, 0}});
  Noise noise(0, "t");
  CHECK(table.value(0.25, noise) == Approx(2.5));
  CHECK(table.numbers()[0] == 1);
}

TEST_CASE("quantize rounds to the nearest multiple") {
  CHECK(quantize(0.74, 0.5) == 0.5);
  CHECK(quantize(0.75, 0.5) == 1.0);
  CHECK(quantize(-0.75, 0.5) == -1.0);
  CHECK(quantize(0.74, -1) == 0.74);
}
