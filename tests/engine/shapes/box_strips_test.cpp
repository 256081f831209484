// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is found in strips is what comparing every two boxes finds.
#include "engine/shapes/box_strips.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "engine/state/noise.h"

using lightsout::BoxStrips;
using lightsout::FloatBox;
using lightsout::Noise;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Point = std::array<double, 3>;
using Pairs = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

FloatBox random_box(Noise& noise, const Point& spread, double size) {
  Point low, high;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low[axis] = spread[axis] * (2 * noise.uniform() - 1);
    high[axis] = low[axis] + size * noise.uniform();
  }
  return FloatBox::around(low, high);
}

void fill(BoxStrips& strips, const std::vector<FloatBox>& boxes) {
  strips.clear(boxes.size());
  for (const FloatBox& box : boxes) strips.add(box);
  strips.sort();
}

Pairs found_pairs(const BoxStrips& strips) {
  Pairs found;
  strips.for_each_pair([&](std::uint32_t i, std::uint32_t j) { found.insert({std::min(i, j), std::max(i, j)}); });
  return found;
}

Pairs compared_pairs(const std::vector<FloatBox>& boxes) {
  Pairs found;
  for (std::uint32_t j = 0; j < boxes.size(); ++j)
    for (std::uint32_t i = 0; i < j; ++i)
      if (boxes[i].overlaps(boxes[j])) found.insert({i, j});
  return found;
}

void check_looks(const BoxStrips& strips, const std::vector<FloatBox>& boxes, const FloatBox& around) {
  std::multiset<std::uint32_t> found, compared;
  strips.for_each_in(around, [&](std::uint32_t i) { found.insert(i); });
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (boxes[i].overlaps(around)) compared.insert(i);
  CHECK(found == compared);
}

}  // namespace

TEST_CASE("a rounded box holds the box, and little more") {
  Noise noise(3, "rounding");
  for (int i = 0; i < 1000; ++i) {
    const double scale = std::pow(10, 8 * noise.uniform() - 4);
    const Point low = {scale * (noise.uniform() - 0.5), scale * (noise.uniform() - 0.5), 0};
    const Point high = {low[0] + 1e-3 * scale * noise.uniform(), low[1], 0};
    const FloatBox box = FloatBox::around(low, high);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      // Twice the rounding of single precision, 2^-23.
      CHECK(box.low[axis] <= low[axis]);
      CHECK(box.low[axis] >= low[axis] - 2.4e-7 * std::abs(low[axis]));
      CHECK(box.high[axis] >= high[axis]);
      CHECK(box.high[axis] <= high[axis] + 2.4e-7 * std::abs(high[axis]));
    }
  }
}

TEST_CASE("what is nowhere overlaps nothing") {
  const FloatBox all = FloatBox::around(Point{-infinity, -infinity, -infinity}, Point{infinity, infinity, infinity});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const FloatBox diverged = FloatBox::around(Point{0, 0, nan}, Point{1, 1, nan}),
                 turned = FloatBox::around(Point{0, 0, 1}, Point{1, 1, 0});
  CHECK(all.is_somewhere());
  for (const FloatBox& nowhere : {diverged, turned, FloatBox()}) {
    CHECK_FALSE(nowhere.is_somewhere());
    CHECK_FALSE(nowhere.overlaps(all));
    BoxStrips strips;
    fill(strips, {all, nowhere, all});
    CHECK(found_pairs(strips) == Pairs{{0, 2}});
    check_looks(strips, {all, nowhere, all}, all);
  }
}

TEST_CASE("pairs and looks are those of comparing all boxes, while they move") {
  Noise noise(5, "boxes");
  // A line along each axis, a plane, a heap; few boxes and many.
  const Point spreads[] = {{20, 0.1, 0.1}, {0.1, 20, 0.1}, {0.1, 0.1, 20}, {5, 5, 0.1}, {0.1, 5, 5}, {2, 2, 2}};
  for (const Point& spread : spreads)
    for (const int count : {0, 1, 7, 300}) {
      INFO(count << " boxes in " << spread[0] << " x " << spread[1] << " x " << spread[2]);
      std::vector<FloatBox> boxes;
      for (int i = 0; i < count; ++i) boxes.push_back(random_box(noise, spread, 0.3));
      if (count > 6) {
        boxes[1] = FloatBox::around(Point{-infinity, -infinity, -infinity}, Point{infinity, infinity, 0});  // a floor
        boxes[2] = FloatBox::around(Point{-30, -0.1, -1}, Point{30, 0.1, 1});                               // walls
        boxes[3] = FloatBox::around(Point{-0.1, -30, -1}, Point{0.1, 30, 1});
        boxes[4] = boxes[5];
      }
      BoxStrips strips;
      std::size_t pairs = 0;
      for (int step = 0; step < 10; ++step) {
        // Most stay, some creep, a few jump.
        for (std::size_t i = 6; i < boxes.size(); i += 3) {
          if (noise.uniform() < 0.05) boxes[i] = random_box(noise, spread, 0.3);
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto way = float(0.02 * (noise.uniform() - 0.5));
            boxes[i].low[axis] += way;
            boxes[i].high[axis] += way;
          }
        }
        fill(strips, boxes);
        const Pairs compared = compared_pairs(boxes);
        CHECK(found_pairs(strips) == compared);
        pairs += compared.size();
        for (int look = 0; look < 20; ++look) check_looks(strips, boxes, random_box(noise, spread, 1));
      }
      CHECK(pairs >= (count > 7 ? 1000 : 0));
    }
}

TEST_CASE("boxes much longer than the others are few, and looked at apart") {
  std::vector<FloatBox> boxes;
  for (int i = 0; i < 100; ++i) boxes.push_back(FloatBox::around(Point{0.2 * i, 0, 0}, Point{0.2 * i + 0.1, 1, 1}));
  BoxStrips strips;
  fill(strips, boxes);
  CHECK(strips.wide() == 0);
  boxes.push_back(FloatBox::around(Point{0, 0, 0}, Point{20, 1, 1}));
  fill(strips, boxes);
  CHECK(strips.wide() == 1);
}
