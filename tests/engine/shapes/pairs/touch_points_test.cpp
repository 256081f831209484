// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which points of a touch are kept.
#include "engine/shapes/pairs/touch_points.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace lightsout;

namespace {

std::vector<TouchPoint> kept(const std::vector<TouchPoint>& given, int limit) {
  TouchPoints points;
  for (const TouchPoint& point : given) points.add(point.position, point.normal, point.depth);
  points.reduce(limit);
  return {points.all().begin(), points.all().end()};
}

const Vector3d up(0, 0, 1);

}  // namespace

TEST_CASE("Two points that stand beside each other are both kept, the deepest first") {
  const TouchPoint shallow = {{0.1, 0, 0}, up, 0.001, -1}, deep = {{-0.1, 0, 0}, up, 0.002, -1};
  for (const auto& given : {std::vector{shallow, deep}, std::vector{deep, shallow}}) {
    const std::vector<TouchPoint> both = kept(given, 4);
    REQUIRE(both.size() == 2);
    CHECK(both[0].position == deep.position);
    CHECK(both[1].position == shallow.position);
    const std::vector<TouchPoint> one = kept(given, 1);
    REQUIRE(one.size() == 1);
    CHECK(one[0].position == deep.position);
  }
}

TEST_CASE("Of two points above each other along their normal, or in one place, the deepest is kept") {
  const TouchPoint below = {{0, 0, 0}, up, 0.001, -1};
  for (const double height : {0.0, 0.02}) {
    const TouchPoint above = {{0, 0, height}, up, 0.002, -1};
    for (const auto& given : {std::vector{below, above}, std::vector{above, below}}) {
      const std::vector<TouchPoint> one = kept(given, 4);
      REQUIRE(one.size() == 1);
      CHECK(one[0].depth == above.depth);
    }
  }
}

// Points of other normals are a group of their own, however close they are.
TEST_CASE("Two points of two normals are both kept") {
  const TouchPoint floor = {{0, 0, 0}, up, 0.001, -1}, wall = {{0, 0, 0.001}, Vector3d(1, 0, 0), 0.002, -1};
  const std::vector<TouchPoint> both = kept({floor, wall}, 4);
  REQUIRE(both.size() == 2);
  CHECK(both[0].normal == wall.normal);
  CHECK(both[1].normal == floor.normal);
}

// A third point in the place of the second says nothing new, so the rule for many gives what the one for two does.
TEST_CASE("Two points are kept as if they were many") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int turn = 0; turn < 2000; ++turn) {
    const Vector3d normal = Vector3d(number(random), number(random), number(random)).normalized();
    const Vector3d side = normal.unitOrthogonal();
    const double angle = M_PI * number(random), beside = 0.1 * std::pow(10, 2 * number(random));
    const Vector3d first(number(random), number(random), number(random));
    const Vector3d way =
        beside * (std::cos(angle) * side + std::sin(angle) * normal.cross(side)) + number(random) * normal;
    const TouchPoint one = {first, normal, 0.002 + 0.001 * number(random), -1},
                     other = {first + way, normal, 0.002 + 0.001 * number(random), -1};
    TouchPoint copy = other;
    copy.depth = 0.0005;
    const std::vector<TouchPoint> of_two = kept({one, other}, 4), of_three = kept({one, other, copy}, 4);
    CAPTURE(turn, way.transpose());
    REQUIRE(of_two.size() == of_three.size());
    for (std::size_t i = 0; i < of_two.size(); ++i) CHECK(of_two[i].position == of_three[i].position);
  }
}
