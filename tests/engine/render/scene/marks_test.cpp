// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What has no surface, or none of its own: lines, points, Billboards, the links and wheels of a Track.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "engine/joints/kinds/belt.h"
#include "tests/engine/render/rendered.h"

using namespace lightsout;

namespace {

constexpr double pi = std::numbers::pi;

std::string shape(const std::string& geometry) {
  return "Shape { appearance Appearance { material Material { emissiveColor 1 1 1 } } geometry " + geometry + " }\n";
}

int lit_in_row(const Rendered::Image& image, int y) {
  int count = 0;
  for (int x = 0; x < image.width; ++x) count += image.gray(x, y) > 0;
  return count;
}

int lit(const Rendered::Image& image) {
  int count = 0;
  for (int y = 0; y < image.height; ++y) count += lit_in_row(image, y);
  return count;
}

const std::string upright =
    "IndexedLineSet { coord Coordinate { point [ 2 0.2 -5, 2 0.2 5, 2 -1 0 ] } coordIndex [ 0 1 -1 ] }";

}  // namespace

TEST_CASE("a line is one pixel wide, however far away, in its emissive colour") {
  for (const Projection projection : {Projection::Planar, Projection::Cylindrical}) {
    Rendered rendered(shape(upright));
    View view = Rendered::view(100, 50, 1);
    view.projection = projection;
    const auto image = rendered.take(view);
    for (int y = 0; y < 50; ++y) CHECK(lit_in_row(image, y) == 1);
    // Planar: 100 (1/2 - (0.2 / 2) / (2 tan(1/2))) = 40.8.
    const int column = projection == Projection::Planar ? 40 : int(100 * (0.5 - std::atan2(0.2, 2)));
    CHECK(image.at(column, 25) == Rendered::Rgb{207, 207, 207});
    const double way = projection == Projection::Planar ? 2 : std::hypot(2, 0.2);
    CHECK(rendered.ranges(view)[std::size_t(100 * 25 + column)] == Approx(way).epsilon(0.01));
  }
}

TEST_CASE("lines end where their numbers do, and what is in front hides them") {
  Rendered rendered(
      shape("IndexedLineSet { coord Coordinate { point [ 2 0.5 0, 2 -0.5 0, 2 0.5 0.4, 2 -0.5 0.4 ] } coordIndex [ 0 1 "
            "-1 2 "
            "3 ] }") +
      "Pose { translation 1 0 0 children [ Shape { appearance Appearance { material Material { diffuseColor 0 0 0 } } "
      "geometry Box { size 0.1 0.1 0.1 } } ] }");
  const auto image = rendered.take(Rendered::view(101, 101, 1));
  // 101 (1 / 2) / (2 tan(1/2)) = 46.2 pixels, less the box at 0.95: 101 0.1 / 0.95 / (2 tan(1/2)) = 9.7.
  CHECK(lit_in_row(image, 50) == Approx(46.2 - 9.7).margin(2));
  CHECK(lit(image) == Approx(2 * 46.2 - 9.7).margin(3));
}

TEST_CASE("a point is three pixels wide and has its own colour, or the emissive one") {
  for (const Projection projection : {Projection::Planar, Projection::Spherical}) {
    Rendered rendered(
        "Shape { geometry PointSet { coord Coordinate { point [ 2 0.3 0, 2 -0.3 0 ] } color Color { color [ 1 "
        "0 0, 0 1 0 ] } } }\n" +
        shape("PointSet { coord Coordinate { point [ 2 0 0.3 ] } }"));
    View view = Rendered::view(81, 81, 1);
    view.projection = projection;
    const auto image = rendered.take(view);
    int red = 0, green = 0, white = 0;
    for (int y = 0; y < 81; ++y)
      for (int x = 0; x < 81; ++x) {
        red += image.at(x, y) == Rendered::Rgb{207, 0, 0};
        green += image.at(x, y) == Rendered::Rgb{0, 207, 0};
        white += image.at(x, y) == Rendered::Rgb{207, 207, 207};
      }
    for (const int count : {red, green, white})
      CHECK(count == Approx(9).margin(projection == Projection::Planar ? 0 : 2));
  }
}

// Manual, Billboard: it is placed before the viewpoint, and cameras do not see it.
TEST_CASE("a Billboard stands before the Viewpoint wherever that looks, and no camera sees it") {
  Rendered rendered(
      "Pose { translation 100 0 0 children [ Billboard { children [ Pose { translation 2 0 0 children [ " +
      shape("Box { size 0.2 0.2 0.2 }") + " ] } ] } ] }");
  View view = Rendered::view(33, 33);
  CHECK(lit(rendered.take(view)) == 0);
  view.is_viewpoint = true;
  view.pose.position = {7, 8, 9};
  view.pose.rotation = Eigen::AngleAxisd(1, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  CHECK(rendered.take(view).gray(16, 16) == 207);
}

namespace {

std::string track(const std::string& wheels, const std::string& more) {
  return "DEF TRACK Track { children [ " + wheels + " ] " + more + " }";
}

const std::string two_wheels = "TrackWheel { position -1 0 radius 0.5 } TrackWheel { position 1 0 radius 0.5 }";

Belt belt_of(const std::string& wheels) {
  auto world =
      Simulated::from_text("#VRML_SIM R2025a utf8\nWorldInfo { }\nRobot { children [ " + track(wheels, "") + " ] }");
  return Belt(*world.simulation().world().find_def("TRACK"));
}

}  // namespace

// Two straight pieces of 2 m and two half circles of radius 0.5; at first over the top along x.
TEST_CASE("a belt goes around its wheels") {
  const Belt belt = belt_of(two_wheels);
  CHECK(belt.length() == Approx(4 + pi));
  const Pose start = belt.at(0), end = belt.at(2), right = belt.at(2 + pi / 4), below = belt.at(3 + pi / 2);
  CHECK((start.position - Vector3d(-1, 0, 0.5)).norm() < 1e-12);
  CHECK((start.rotation - Matrix3d::Identity()).norm() < 1e-12);
  CHECK((end.position - Vector3d(1, 0, 0.5)).norm() < 1e-12);
  CHECK((right.position - Vector3d(1.5, 0, 0)).norm() < 1e-12);
  CHECK((right.rotation.col(2) - Vector3d(1, 0, 0)).norm() < 1e-12);
  CHECK((below.position - Vector3d(0, 0, -0.5)).norm() < 1e-12);
  CHECK((below.rotation.col(0) - Vector3d(-1, 0, 0)).norm() < 1e-12);
  CHECK((belt.at(-1).position - belt.at(3 + pi).position).norm() < 1e-12);
}

// The third wheel stands outside and presses the belt's top down: its lowest point is below its centre.
TEST_CASE("a wheel outside of the belt bends it inwards") {
  const Belt belt = belt_of(
      "TrackWheel { position -1 0 radius 0.5 } TrackWheel { position 0 0.6 radius 0.3 inner FALSE } TrackWheel { "
      "position 1 0 "
      "radius 0.5 }");
  double lowest = 1;
  for (double way = 0; way < belt.length() / 2; way += 0.001) {
    const Pose pose = belt.at(way);
    if (std::abs(pose.position.x()) < 0.01) lowest = std::min(lowest, pose.position.z());
  }
  CHECK(lowest == Approx(0.3).margin(1e-3));
}

TEST_CASE("wheels that hold each other have no belt") {
  CHECK(belt_of("TrackWheel { position 0 0 radius 1 } TrackWheel { position 0.1 0 radius 0.2 }").is_empty());
  CHECK(belt_of("").is_empty());
  CHECK(belt_of("TrackWheel { radius 0.5 }").length() == Approx(pi));
}

// Eight links of the belt above stand (4 + pi) / 8 apart. From the side, 5 m away: one is at x = -1, z = 0.5.
TEST_CASE("the links of a Track are seen along its belt") {
  Rendered rendered("Robot { children [ " +
                    track(two_wheels, "geometriesCount 8 animatedGeometry " + shape("Box { size 0.1 0.1 0.1 }")) +
                    " ] }");
  View view = Rendered::view(201, 201, 1);
  view.pose.position = {0, -5, 0};
  view.pose.rotation.col(0) = Vector3d::UnitY();
  view.pose.rotation.col(1) = -Vector3d::UnitX();
  view.pose.rotation.col(2) = Vector3d::UnitZ();
  const auto image = rendered.take(view);
  const auto at = [&](double x, double z) {
    const double k = 100.5 / std::tan(0.5) / 5;
    return image.gray(int(100.5 + x * k), int(100.5 - z * k));
  };
  const double apart = (4 + pi) / 8;
  CHECK(at(-1, 0.5) == 207);
  CHECK(at(-1 + apart, 0.5) == 207);
  CHECK(at(-1 + apart / 2, 0.5) == 0);
  // Opposite on the belt, by half of its length.
  CHECK(at(1, -0.5) == 207);
}
