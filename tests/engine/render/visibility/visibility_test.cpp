// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where things are seen: ranges, silhouettes, projections, order.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/engine/render/rendered.h"

using namespace lightsout;

namespace {

std::string glowing(const std::string& color, const std::string& geometry) {
  return "Shape { appearance Appearance { material Material { emissiveColor " + color + " } } geometry " + geometry +
         " }\n";
}

std::string at(double x, double y, double z, const std::string& shape) {
  return fmt::format("Pose {{ translation {} {} {} children [ {} ] }}\n", x, y, z, shape);
}

std::string wall_at(double x, const std::string& color) {
  return fmt::format("Pose {{ translation {} 0 0 rotation 0 1 0 -1.5707963267948966 children [ {} ] }}\n", x,
                     glowing(color, "Plane { size 50 50 }"));
}

int count(const Rendered::Image& image, const Rendered::Rgb& color) {
  int sum = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) sum += image.at(x, y) == color;
  return sum;
}

}  // namespace

TEST_CASE("what is wholly transparent is in no range, what is nearly so is") {
  for (const std::string look : {"Appearance { material Material { transparency", "PBRAppearance { transparency"})
    for (const std::string transparency : {"1", "0.99"}) {
      INFO(look << transparency);
      const std::string end = look[0] == 'A' ? " } }" : " }";
      Rendered rendered(
          "Pose { translation 2 0 0 children [ Shape { appearance " + look + " " + transparency + end +
          " geometry Box { size 0.5 9 9 } } ] } Pose { translation 5 0 0 children [ Shape { geometry Box { "
          "size 1 99 99 } } ] }");
      View view = Rendered::view(9, 9);
      for (const Projection projection : {Projection::Planar, Projection::Cylindrical}) {
        view.projection = projection;
        CHECK(rendered.ranges(view)[40] == Approx(transparency == "1" ? 4.5 : 1.75));
      }
    }
}

TEST_CASE("the range to a wall is its distance along the axis in planar views") {
  Rendered rendered(wall_at(3.7, "1 1 1"));
  for (const float range : rendered.ranges(Rendered::view(64, 48, 1.3))) CHECK(range == Approx(3.7f).epsilon(1e-6));
}

// d / (cos azimuth cos elevation)
TEST_CASE("the range to a wall is radial in a cylindrical and a spherical view") {
  Rendered rendered(wall_at(2, "1 1 1"));
  View view = Rendered::view(40, 20, 1.2);
  view.projection = Projection::Cylindrical;
  std::vector<float> ranges = rendered.ranges(view);
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 40; ++x) {
      const double azimuth = (0.5 - (x + 0.5) / 40) * 1.2, elevation = (0.5 - (y + 0.5) / 20) * 0.6;
      CHECK(ranges[std::size_t(40 * y + x)] == Approx(2 / (std::cos(azimuth) * std::cos(elevation))).epsilon(1e-5));
    }
  view.projection = Projection::Spherical;
  ranges = rendered.ranges(view);
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 40; ++x) {
      const double off = 1.2 * std::hypot((x + 0.5) / 40 - 0.5, (y + 0.5) / 20 - 0.5);
      CHECK(ranges[std::size_t(40 * y + x)] == Approx(2 / std::cos(off)).epsilon(1e-5));
    }
}

TEST_CASE("a cylindrical view sees all around") {
  Rendered rendered(at(-3, 0, 0, glowing("1 1 1", "Box { size 1 1 1 }")));
  View view = Rendered::view(64, 8, 2 * std::numbers::pi);
  view.projection = Projection::Cylindrical;
  const std::vector<float> ranges = rendered.ranges(view);
  CHECK(ranges[4 * 64] == Approx(2.5).epsilon(0.01));
  CHECK(ranges[4 * 64 + 63] == Approx(2.5).epsilon(0.01));
  CHECK(ranges[4 * 64 + 32] == std::numeric_limits<float>::infinity());
}

// A sphere of radius r at distance D covers asin(r / D) to each side.
TEST_CASE("a sphere is as wide as its tangents") {
  const double r = 1, distance = 4;
  Rendered rendered(at(distance, 0, 0, glowing("1 1 1", "Sphere { radius 1 subdivision 4 }")));
  for (const Projection projection : {Projection::Planar, Projection::Cylindrical}) {
    View view = Rendered::view(501, 251, 1);
    view.projection = projection;
    const auto image = rendered.take(view);
    int seen = 0;
    for (int x = 0; x < 501; ++x) seen += image.gray(x, 125) > 0;
    const double half = std::asin(r / distance);
    const double expected =
        projection == Projection::Planar ? 501 * std::tan(half) / std::tan(0.5) : 501 * 2 * half / 1.0;
    CHECK(seen == Approx(expected).margin(2.5));
  }
}

// Planar: at distance 2 a box of width 0.5 whose near side is at 1.75 covers W 0.25 / 1.75 / tan(fov / 2) pixels.
TEST_CASE("left is left and up is up") {
  Rendered rendered(at(2, 0.5, 0, glowing("1 0 0", "Box { size 0.5 0.5 0.5 }")) +
                    at(2, 0, 0.4, glowing("0 1 0", "Box { size 0.2 0.2 0.2 }")));
  const auto image = rendered.take(Rendered::view(101, 101, 1));
  CHECK(image.at(50 - 23, 50)[0] > 0);
  CHECK(image.at(50 + 23, 50)[0] == 0);
  CHECK(image.at(50, 50 - 19)[1] > 0);
  CHECK(image.at(50, 50 + 19)[1] == 0);
}

TEST_CASE("of two surfaces in one plane the first of the world is seen") {
  const std::string red = wall_at(2, "1 0 0"),
                    green = "Pose { translation 2 0.137 0.4 rotation 0 1 0 -1.5707963267948966 children [ " +
                            glowing("0 1 0", "Plane { size 3.3 2.7 }") + " ] }\n";
  for (const Projection projection : {Projection::Planar, Projection::Spherical}) {
    View view = Rendered::view(160, 120, 1.1);
    view.projection = projection;
    view.pose.rotation = Eigen::AngleAxisd(0.2, Vector3d(0.3, 0.5, 0.8).normalized()).toRotationMatrix();
    Rendered first(red + green), second(green + red);
    const auto one = first.take(view), other = second.take(view);
    CHECK(count(one, {0, 207, 0}) == 0);
    CHECK(count(other, {0, 207, 0}) > 1000);
    CHECK(count(other, {0, 207, 0}) + count(other, {207, 0, 0}) == count(one, {207, 0, 0}));
  }
}

// Neighbouring triangles share every pixel's centre: no hole and no double in a fan that is seen through, at any angle.
TEST_CASE("a surface of many triangles has no seams") {
  std::string points, faces;
  for (int i = 0; i < 37; ++i) {
    const double angle = 2 * std::numbers::pi * i / 37;
    points += fmt::format("{} {} 0 ", 3 * std::cos(angle), 3 * std::sin(angle));
    faces += fmt::format("37 {} {} -1 ", i, (i + 1) % 37);
  }
  const std::string fan =
      "Pose { translation 2 0 0 rotation 0 1 0 -1.4 children [ Shape { appearance Appearance { material Material { "
      "diffuseColor 0 0 0 transparency 0.5 } } geometry IndexedFaceSet { coord Coordinate { point [ " +
      points + " 0.1 0.2 0 ] } coordIndex [ " + faces + " ] } } ] }\n";
  Rendered rendered(wall_at(5, "1 1 1") + fan);
  for (const Projection projection : {Projection::Planar, Projection::Cylindrical}) {
    View view = Rendered::view(120, 90, 0.9);
    view.projection = projection;
    const auto image = rendered.take(view);
    CHECK(count(image, image.at(60, 45)) == 120 * 90);
    CHECK(image.gray(60, 45) == 167);  // half of the light of the wall
  }
}

TEST_CASE("near and far planes cut") {
  Rendered rendered(wall_at(2, "1 1 1"));
  View view = Rendered::view(8, 8);
  view.near = 2.1;
  CHECK(rendered.take(view).gray(4, 4) == 0);
  view.near = 0.1;
  view.far = 1.9;
  CHECK(rendered.take(view).gray(4, 4) == 0);
  view.far = 2.1;
  CHECK(rendered.take(view).gray(4, 4) == 207);
}

// The floor reaches from before the camera to behind it.
TEST_CASE("a triangle that passes the camera is clipped") {
  Rendered rendered("Pose { translation 0 0 -1 children [ " + glowing("1 1 1", "Plane { size 1000 1000 }") + " ] }");
  const auto image = rendered.take(Rendered::view(64, 64, 1.5));
  for (int x = 0; x < 64; ++x) {
    CHECK(image.gray(x, 40) == 207);
    CHECK(image.gray(x, 63) == 207);
    CHECK(image.gray(x, 20) == 0);
  }
  const auto ranges = rendered.ranges(Rendered::view(64, 64, 1.5));
  const double down = std::tan(0.75) * (2 * 63.5 / 64 - 1);
  CHECK(ranges[63 * 64 + 5] == Approx(1 / down).epsilon(1e-5));
}

TEST_CASE("faces are seen from outside only") {
  Rendered rendered(at(0, 0, 0, glowing("1 1 1", "Box { size 4 4 4 }")));
  CHECK(rendered.take(Rendered::view(8, 8)).gray(4, 4) == 0);
}

TEST_CASE("what moves and what is edited is seen where and as it is") {
  Rendered rendered("DEF BALL Solid { translation 3 0 10 children [ DEF LOOK " +
                    glowing("1 1 1", "Sphere { radius 0.5 }") +
                    " ] boundingObject Sphere { radius 0.5 } physics Physics { } }");
  CHECK(rendered.take(Rendered::view(33, 33)).gray(16, 16) == 0);
  // It falls from 10 m to 0: sqrt(2 h / g) = 1.428 s.
  rendered.world().run(1.424);
  rendered.renderer().moved();
  CHECK(rendered.take(Rendered::view(33, 33)).gray(16, 16) == 207);
}

// Things of a world are drawn in an order of their distance: of what is in one plane the first is seen all the same,
// also where the middle of another's body is nearer.
TEST_CASE("of two surfaces in one plane the first of the world is seen, whatever is nearer of their solids") {
  const auto solid = [](const std::string& children) { return "Solid { children [ " + children + " ] }\n"; };
  const std::string red = solid(wall_at(2, "1 0 0")),
                    green = solid(wall_at(2, "0 1 0") + at(0.5, 0, 3, glowing("0 1 0", "Box { size 0.1 0.1 0.1 }")));
  const View view = Rendered::view(40, 30);
  Rendered first(red + green), second(green + red);
  CHECK(count(first.take(view), {207, 0, 0}) == 40 * 30);
  CHECK(count(second.take(view), {0, 207, 0}) == 40 * 30);
}

// What is behind much else is not drawn at all: it makes no difference in which order things come.
TEST_CASE("a heap of things is seen alike in the order of the world and in the other one") {
  std::vector<std::string> things;
  // Each in a shell of its own: nothing touches.
  for (int i = 0; i < 60; ++i) {
    const double x = std::pow(1.06, i), y = 0.45 * x * std::sin(2.3 * i), z = 0.35 * x * std::sin(1.7 * i + 1);
    const std::string color = fmt::format("{} {} {}", (i % 4 + 1) / 4.0, (i / 4 % 4) / 3.0, (i / 16 % 4) / 3.0);
    things.push_back(at(x, y, z,
                        glowing(color, i % 3 ? fmt::format("Box {{ size {} {} {} }}", 0.02 * x, 0.25 * x, 0.2 * x)
                                             : fmt::format("Sphere {{ radius {} subdivision 3 }}", 0.025 * x))));
  }
  for (const bool are_solids : {false, true}) {
    std::string forward, backward;
    for (std::size_t i = 0; i < things.size(); ++i) {
      const auto one = [&](const std::string& thing) {
        return are_solids ? "Solid { children [ " + thing + " ] }\n" : thing;
      };
      forward += one(things[i]);
      backward += one(things[things.size() - 1 - i]);
    }
    Rendered one(forward), other(backward);
    for (const int width : {8, 52, 400}) {
      const View view = Rendered::view(width, width * 3 / 4);
      CHECK(one.take(view).bgra == other.take(view).bgra);
      CHECK(one.ranges(view) == other.ranges(view));
    }
  }
}
