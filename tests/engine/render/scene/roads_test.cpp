// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Roads of the built-in library as a camera sees them that looks straight down on them: where their lines, sidewalks,
// barriers and ends are, by their fields (Webots User Guide, "Road").
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tests/engine/render/rendered.h"

using namespace lightsout;

namespace {

constexpr int pixels = 601;
constexpr double pixel = 0.02;   // m, on the ground
constexpr double paint = 0.005;  // of lines, over the road

// Below white light without shadows and a blue sky.
Rendered roads(const std::string& nodes) {
  std::string externs;
  for (const char* name : {"Road", "RoadLine", "StraightRoadSegment", "CurvedRoadSegment", "RoadIntersection"})
    if (nodes.find(std::string(name) + " {") != std::string::npos)
      externs += fmt::format("EXTERNPROTO \"webots://projects/objects/road/protos/{}.proto\"\n", name);
  return Rendered(
      "DirectionalLight { direction 0 0 -1 intensity 3.14159 }\nBackground { skyColor [ 0 0 1 ] luminosity 0 }\n" +
          nodes,
      externs);
}
constexpr const char* black = "appearance PBRAppearance { baseColor 0 0 0 roughness 1 metalness 0 }";

// From 3 m above (x, y) at the height of the paint: to the left of the image is +y, up +x.
View above(double x, double y, double height = 0) {
  View view = Rendered::view(pixels, pixels, 2 * std::atan(pixels * pixel / 2 / 3));
  view.pose.position = {x, y, height + paint + 3};
  view.pose.rotation << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  return view;
}

enum class Is { Sky, Road, White, Yellow, Other };
Is what(const Rendered::Rgb& c) {
  if (c[2] > 200 && c[0] < 20) return Is::Sky;
  if (c[0] < 60 && c[1] < 60 && c[2] < 60) return Is::Road;
  if (c[0] > 150 && c[1] > 150 && c[2] > 150) return Is::White;
  if (c[0] > 120 && c[1] > 100 && c[2] < 90) return Is::Yellow;
  return Is::Other;
}

struct Stretch {
  Is is;
  double begin, end;  // m from the middle of the image, +x or +y last
};
// Along the middle row (y) or column (x) of the image, from - to +.
std::vector<Stretch> stretches(const Rendered::Image& image, char axis) {
  std::vector<Stretch> found;
  for (int i = 0; i < pixels; ++i) {
    const int k = pixels - 1 - i, middle = pixels / 2;
    const Is is = what(axis == 'y' ? image.at(k, middle) : image.at(middle, k));
    const double begin = (i - pixels / 2.0) * pixel;
    if (found.empty() || found.back().is != is) found.push_back({is, begin, begin});
    found.back().end = begin + pixel;
  }
  return found;
}
std::vector<Stretch> only(Is is, std::vector<Stretch> all) {
  std::erase_if(all, [is](const Stretch& s) { return s.is != is; });
  return all;
}
void check(const std::vector<Stretch>& found, const std::vector<std::pair<double, double>>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].begin == Approx(expected[i].first).margin(pixel));
    CHECK(found[i].end == Approx(expected[i].second).margin(pixel));
  }
}

}  // namespace

TEST_CASE(
    "a road's lines are where its lanes meet, as wide and of the colour and kind that they say, from the right on") {
  // Four lanes of 2 m: lines at -2, 0 and 2 m. The third is not given: white, dashed, 15 cm.
  const std::string lines =
      "numberOfLanes 4 lines [ RoadLine { type \"continuous\" width 0.3 } RoadLine { color 0.85 0.75 0.3 type "
      "\"double\" "
      "width 0.2 } ]";
  const std::string fields = fmt::format("width 8 rightBorder FALSE leftBorder FALSE {} {}", black, lines);
  const auto road =
      GENERATE(as<std::string>{}, "StraightRoadSegment { length 40 ", "Road { wayPoints [ 0 0 0, 20 0 0, 40 0 0 ] ",
               "Road { splineSubdivision 0 wayPoints [ 0 0 0, 7 0 0, 40 0 0 ] ");
  CAPTURE(road);
  Rendered rendered = roads(road + fields + " }");
  // The sixth dash of 3 m begins at 30 m.
  const auto across = stretches(rendered.take(above(31, 0)), 'y');
  check(only(Is::White, across), {{-2.15, -1.85}, {2 - 0.075, 2.075}});
  check(only(Is::Yellow, across), {{-0.3, -0.1}, {0.1, 0.3}});
  check(only(Is::Sky, across), {{-6.01, -4}, {4, 6.01}});
  // Between dashes there is none.
  check(only(Is::White, stretches(rendered.take(above(28, 0)), 'y')), {{-2.15, -1.85}});
  // Along the third line: dashes from 24 and from 30 m on.
  check(only(Is::White, stretches(rendered.take(above(28, 2)), 'x')), {{-4, -1}, {2, 5}});
}

TEST_CASE("a line may be left out, and a lane alone has none") {
  const auto road = GENERATE(as<std::string>{}, "lines [ RoadLine { type \"none\" } ]", "numberOfLanes 1");
  Rendered rendered = roads(fmt::format("StraightRoadSegment {{ length 40 {} {} }}", black, road));
  CHECK(only(Is::White, stretches(rendered.take(above(31, 0)), 'x')).empty());
}

TEST_CASE("sidewalks are beside the road, as wide and high as they say, and barriers behind them") {
  // The widths of way points at 0 and 20 m are 1 and 2 m, at 15 m 1.75; beyond the last value that one holds.
  Rendered rendered = roads(
      "Road { width 4 splineSubdivision 0 wayPoints [ 0 0 0, 20 0 0, 40 0 0 ] roadBorderWidth [ 1, 2 ] "
      "roadBorderHeight 0.3 leftBorder FALSE leftBarrier TRUE }");
  const auto height_at = [&](double x, double y) {
    View view = above(x, y);
    view.width = view.height = 1;
    view.field_of_view = 1e-3;
    return 3 + paint - rendered.ranges(view)[0];
  };
  CHECK(height_at(15, 0.5) == Approx(0).margin(1e-4));
  CHECK(height_at(15, -1.99) == Approx(0).margin(1e-4));
  CHECK(height_at(15, -2.01) == Approx(0.3).epsilon(1e-4));
  CHECK(height_at(15, -3.74) == Approx(0.3).epsilon(1e-4));
  CHECK(std::isinf(height_at(15, -3.76)));
  CHECK(height_at(30, -3.99) == Approx(0.3).epsilon(1e-4));
  // The barrier's rail is 5 cm thick, 0.75 m high, at the edge where no sidewalk is.
  CHECK(height_at(15, 2.025) == Approx(0.75).epsilon(1e-4));
  CHECK(std::isinf(height_at(15, 2.06)));
}

TEST_CASE("a curve goes clockwise from the y axis, its line on its radius, its ends across it") {
  Rendered rendered =
      roads(fmt::format("CurvedRoadSegment {{ curvatureRadius 20 totalAngle 1 subdivision 10 width 6 {} "
                        "lines [ RoadLine {{ type \"continuous\" width 0.2 }} ] }}",
                        black));
  // At the start the road runs along x: the line at y = 20 (its points are on the circle), the end at x = 0.
  const auto first = rendered.take(above(0.2, 20));
  check(only(Is::White, stretches(first, 'y')), {{-0.1, 0.1}});
  CHECK(what(first.at(pixels / 2, pixels / 2 + 9)) != Is::Sky);   // x = 0.02
  CHECK(what(first.at(pixels / 2, pixels / 2 + 11)) == Is::Sky);  // x = -0.02
  // Half an angle further, at a point of the path: (20 sin 0.5, 20 cos 0.5).
  const double s = std::sin(0.5), c = std::cos(0.5);
  const auto middle = rendered.take(above(20 * s, 20 * c));
  CHECK(what(middle.at(pixels / 2, pixels / 2)) == Is::White);
  // Across it, 0.2 m of white: the radius is at the angle 0.5 from y.
  const auto on = [&](double r) {
    return what(middle.at(pixels / 2 - int(std::lround((r - 20) * c / pixel)),
                          pixels / 2 - int(std::lround((r - 20) * s / pixel))));
  };
  CHECK(on(20.06) == Is::White);
  CHECK(on(19.94) == Is::White);
  CHECK(on(20.16) == Is::Road);
  CHECK(on(19.84) == Is::Road);
  // 1 rad from the start on there is nothing.
  const auto end = rendered.take(above(20 * std::sin(1.05), 20 * std::cos(1.05)));
  CHECK(what(end.at(pixels / 2, pixels / 2)) == Is::Sky);
}

TEST_CASE("an end may be oblique: across the direction of its angle from the y axis on") {
  // -1.5708 is the direction of x itself; 0.4 more turns it to the left, so the left edge begins earlier.
  Rendered rendered = roads(
      "Road { width 4 wayPoints [ 0 0 0, 10 0 0 ] startingAngle [ -1.1708 ] rightBorder FALSE leftBorder "
      "FALSE }");
  const auto begin_at = [&](double y) {
    const auto image = rendered.take(above(0, y));
    return only(Is::Sky, stretches(image, 'x'))[0].end;
  };
  CHECK(begin_at(1.5) == Approx(-1.5 * std::tan(0.4)).margin(pixel));
  CHECK(begin_at(-1.5) == Approx(1.5 * std::tan(0.4)).margin(pixel));
}

TEST_CASE("lines across the lanes at a road's ends: blocks, triangles, or none where the text is empty") {
  // Two lanes of 3.5 m: blocks of 0.5 m, four with gaps in each lane, from the right on; the left lane has none.
  Rendered rendered = roads(
      fmt::format("StraightRoadSegment {{ length 10 width 7 {} lines [ RoadLine {{ type \"none\" }} ] startLine [ "
                  "\"textures/road_line_dashed.png\" \"\" ] endLine [ \"\" \"https://x/road_line_triangle.png\" ] }}",
                  black));
  check(only(Is::White, stretches(rendered.take(above(0.25, -0.5)), 'y')),
        {{-3, -2.5}, {-2, -1.5}, {-1, -0.5}, {0, 0.5}});
  // Triangles of the left lane (0 to 3.5 m) point against who comes: half as wide in the middle of their 0.7 m.
  check(only(Is::White, stretches(rendered.take(above(10 - 0.35, 0.5)), 'y')),
        {{-0.375, -0.125}, {0.625, 0.875}, {1.625, 1.875}, {2.625, 2.875}});
  check(only(Is::White, stretches(rendered.take(above(10 - 0.6, 0.5)), 'y')), {{-0.25 - 0.25 / 7, -0.25 + 0.25 / 7},
                                                                               {0.75 - 0.25 / 7, 0.75 + 0.25 / 7},
                                                                               {1.75 - 0.25 / 7, 1.75 + 0.25 / 7},
                                                                               {2.75 - 0.25 / 7, 2.75 + 0.25 / 7}});
}

TEST_CASE("roads of an intersection lie between the corners of its place, from half a step on") {
  // Four roads 4 m wide: along both diagonals. Their lines begin 2 m from the middle, their ends are 2 + 3 m from it.
  Rendered rendered =
      roads(fmt::format("RoadIntersection {{ rotation 0 0 1 0.7853981633974483 roadsWidth 4 startRoadsLength [ 3 ] "
                        "startRoadsStartLine [ ] {} }}",
                        black));
  const auto image = rendered.take(above(0, 0));
  const auto along = stretches(image, 'x');
  check(only(Is::Sky, along), {{-6.01, -5}, {5, 6.01}});
  check(only(Is::White, along), {{-5, -2}, {2, 5}});
  check(only(Is::White, stretches(image, 'y')), {{-5, -2}, {2, 5}});
}

TEST_CASE("a line stays on a road that bends where it climbs") {
  const std::array<std::array<double, 3>, 4> points{{{0, 0, 0}, {0, -10, 1}, {8, -20, 3}, {30, -20, 4}}};
  Rendered rendered = roads(
      fmt::format("Road {{ width 7 splineSubdivision 0 wayPoints [ 0 0 0, 0 -10 1, 8 -20 3, 30 -20 4 ] {} lines [ "
                  "RoadLine {{ type \"continuous\" }} ] }}",
                  black));
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    for (double t = 0.05; t < 1; t += 0.1) {
      const auto at = [&](int axis) { return points[i][axis] + t * (points[i + 1][axis] - points[i][axis]); };
      CAPTURE(i, t);
      CHECK(what(rendered.take(above(at(0), at(1), at(2))).at(pixels / 2, pixels / 2)) == Is::White);
    }
}
