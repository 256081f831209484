// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Light and the bytes that show it.
#include "engine/render/materials/color.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace lightsout;

TEST_CASE("the byte of light is the one that the formula rounds to, and begins and ends where bytes do") {
  int compared = 0;
  for (double exponent = -9; exponent < 2; exponent += 3e-5) {
    const auto light = float(std::pow(10, exponent));
    // 255 (1 - e^-L)^(1 / 2.2)
    const double shown = 255 * std::pow(-std::expm1(-double(light)), 1 / 2.2);
    // Where rounding is a matter of the last bits of the light, either is right.
    if (std::abs(shown - std::floor(shown) - 0.5) < 1e-4) continue;
    ++compared;
    if (tone().byte(light) != std::lround(shown)) FAIL(light << ": " << int(tone().byte(light)) << ", not " << shown);
  }
  CHECK(compared > 300'000);
  const auto byte = [](float light) { return int(tone().byte(light)); };
  CHECK(byte(0) == 0);
  CHECK(byte(-1) == 0);
  CHECK(byte(1e-40f) == 0);
  CHECK(byte(std::numeric_limits<float>::quiet_NaN()) == 0);
  CHECK(byte(-std::numeric_limits<float>::quiet_NaN()) == 0);
  CHECK(byte(-std::numeric_limits<float>::infinity()) == 0);
  CHECK(byte(std::numeric_limits<float>::infinity()) == 255);
  CHECK(byte(std::numeric_limits<float>::max()) == 255);
  CHECK(byte(1) == 207);
}
