// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/mass.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <optional>

#include "engine/shapes/shape.h"

using namespace lightsout;

// What was calculated lately is answered from memory: whatever was asked in between, an answer is that of its question.
TEST_CASE("masses of many kinds of boxes, asked in any order, are those of closed form, with the same bits each time") {
  constexpr int kinds = 20;
  std::array<std::optional<dMass>, kinds> first, first_moved;
  std::uint32_t number = 1;
  for (int asked = 0; asked < 2000; ++asked) {
    number = number * 1664525u + 1013904223u;
    // Kinds that differ by one number only lie next to each other; small ones come more often.
    const int kind = int(number >> 16) % (1 + int(number >> 24) % kinds);
    CAPTURE(asked, kind);
    Shape box;
    box.size = {0.1 + 0.01 * (kind / 4), 0.2, 0.3};
    box.in_solid.position = {0.5, kind % 2 ? 0.25 : -0.25, 0};
    const double density = kind % 4 < 2 ? 1000 : 500;
    const dMass mass = shape_mass(box, density);
    const double a = box.size.x(), b = box.size.y(), c = box.size.z(), m = density * a * b * c;
    const Vector3d p = box.in_solid.position;
    // About the solid's origin: m / 12 (b^2 + c^2) about the box's own centre, and m (y^2 + z^2) of its place.
    CHECK(mass.mass == Approx(m).epsilon(1e-12));
    CHECK(mass.I[0] == Approx(m / 12 * (b * b + c * c) + m * (p.y() * p.y() + p.z() * p.z())).epsilon(1e-12));
    CHECK(mass.I[5] == Approx(m / 12 * (a * a + c * c) + m * (p.x() * p.x() + p.z() * p.z())).epsilon(1e-12));
    CHECK(mass.I[1] == Approx(-m * p.x() * p.y()).epsilon(1e-12));
    dMass moved = mass;
    translate(moved, -p);
    CHECK(moved.I[0] == Approx(m / 12 * (b * b + c * c)).epsilon(1e-11));
    CHECK(moved.c[0] == Approx(0).margin(1e-15));
    const auto same = [](std::optional<dMass>& known, const dMass& now) {
      if (!known) known = now;
      return std::memcmp(&*known, &now, sizeof now) == 0;
    };
    CHECK(same(first[std::size_t(kind)], mass));
    CHECK(same(first_moved[std::size_t(kind)], moved));
  }
}
