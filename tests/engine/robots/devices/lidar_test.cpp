// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lidar, against walls whose distances are closed forms. Floats hold 24 bits: 6e-8 of a value.
#include "controllers/wire/lidar.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

using std::numbers::pi;

constexpr double wall_x = 5;
const std::string wall =
    "Solid { translation 5.5 0 0 children [ Shape { geometry Box { size 1 1000 1000 } } ] name \"wall\" }\n";

struct Bench : DeviceBench {
  explicit Bench(const std::string& fields, const std::string& world = wall, const std::string& children = "")
      : DeviceBench(world + "Robot { name \"robot\" controller \"any\" children [ " + children +
                    "DEF LIDAR Lidar { maxRange 100 " + fields + " } ] }") {}
  lo_lidar_state& lidar() { return state<lo_lidar_state>("lidar"); }
  void enable(std::uint32_t period_ms = 10) {
    lidar().sensor.period_ms = period_ms;
    ++lidar().sensor.enables;
    lidar().point_cloud_enabled = 1;
  }
  const float* ranges() { return image<float>(lidar().ranges); }
  const lo_lidar_point* points() { return image<lo_lidar_point>(lidar().points); }
  Node& node() { return *simulation().world().find_def("LIDAR"); }
};

bool is_near(double value, double expected, double relative = 2e-7) {
  return std::abs(value - expected) <= relative * std::abs(expected);
}

}  // namespace

TEST_CASE("a lidar sees a wall x = d at x = d in each of its points") {
  Bench bench("horizontalResolution 21 fieldOfView 2 numberOfLayers 5 verticalFieldOfView 0.5");
  bench.enable();
  bench.step(2);
  REQUIRE(bench.points());
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 21; ++j) {
      // The middles of 21 equal parts of the view, as in the point cloud of Webots R2025a (WbLidar.cpp, pull request
      // 6417).
      const double azimuth = 1 - (j + 0.5) * 2 / 21, elevation = 0.25 - i * 0.125;
      INFO("layer " << i << " column " << j);
      const lo_lidar_point& point = bench.points()[21 * i + j];
      CHECK(is_near(point.x, wall_x));
      CHECK(is_near(bench.ranges()[21 * i + j], wall_x / (std::cos(azimuth) * std::cos(elevation))));
      CHECK(std::abs(point.y - wall_x * std::tan(azimuth)) < 1e-5);
      CHECK(std::abs(point.z - wall_x * std::tan(elevation) / std::cos(azimuth)) < 1e-5);
      CHECK(point.layer == i);
    }
}

TEST_CASE("what a lidar shows before its first sample are zeros, and its times fall along a layer") {
  Bench bench("horizontalResolution 10 numberOfLayers 2");
  CHECK(!bench.ranges());
  bench.enable(40);
  bench.step();
  REQUIRE(bench.ranges());
  CHECK(bench.ranges()[0] == 0);
  CHECK(bench.lidar().ranges.generation == 0);
  bench.step(2);
  CHECK(bench.ranges()[0] == 0);
  bench.step();  // enabled at 0 s
  CHECK(bench.lidar().ranges.generation == 1);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 10; ++j) CHECK(is_near(bench.points()[10 * i + j].time, 0.04 - j * 0.004));
}

TEST_CASE("a lidar measures nothing below its least range and from its greatest on") {
  const auto range_at = [](const std::string& fields) {
    Bench bench("horizontalResolution 1 numberOfLayers 1 " + fields);
    bench.enable();
    bench.step(2);
    return double(bench.ranges()[0]);
  };
  CHECK(is_near(range_at("maxRange 5.001"), 5));
  CHECK(std::isinf(range_at("maxRange 5")));
  CHECK(is_near(range_at("minRange 5"), 5));
  CHECK(std::isinf(range_at("minRange 5.001")));
  // What is nearer than `near` is not seen, and does not hide what is behind it; below minRange it hides it.
  const std::string near_plate =
      wall + "Solid { translation 0.5 0 0 children [ Shape { geometry Box { size 0.1 1 1 } } ] name \"plate\" }\n";
  for (const auto& [fields, expected] : {std::pair<std::string, double>{"near 0.6 minRange 0.6", 5.0},
                                         {"near 0.1 minRange 0.1", 0.45},
                                         {"near 0.1 minRange 0.6", INFINITY}}) {
    INFO(fields);
    Bench bench("horizontalResolution 1 numberOfLayers 1 " + fields, near_plate);
    bench.enable();
    bench.step(2);
    if (std::isinf(expected))
      CHECK(std::isinf(bench.ranges()[0]));
    else
      CHECK(is_near(bench.ranges()[0], expected));
  }
}

TEST_CASE("a lidar meets what is seen and not the boundingObject") {
  const std::string ghost =
      wall +
      "Solid { translation 2 0 0 boundingObject Box { size 1 1 1 } name \"ghost\" }\n"
      "Solid { translation 3 0 0 children [ Shape { appearance Appearance { material Material { transparency "
      "0.5 } } geometry Box { size 0.5 9 9 } } ] name \"glass\" }\n";
  Bench bench("horizontalResolution 1 numberOfLayers 1", ghost);
  bench.enable();
  bench.step(2);
  CHECK(is_near(bench.ranges()[0], 2.75));  // glass is seen as if it were not
}

TEST_CASE("a lidar meets what is rendered: the Shapes of a Fluid, and no wall from inside") {
  const auto range_to = [](const std::string& thing, const std::string& fields = "") {
    Bench bench("horizontalResolution 1 numberOfLayers 1 " + fields, wall + thing);
    bench.enable();
    bench.step(2);
    return double(bench.ranges()[0]);
  };
  CHECK(is_near(range_to("Fluid { translation 2 0 0 children [ Pose { translation 1 0 0 children [ Shape { geometry "
                         "Box { size 1 1 1 } } ] } ] }"),
                2.5));
  // From 1 m beside the axis of a tube 2 m high, 1.6 m above its middle, down at 45 degrees: over the near wall, past
  // the inside of the far one, on to x = 5. Of a closed one the top is met, 0.6 m below.
  const std::string down = "translation 1 0 1.6 rotation 0 1 0 0.7853981633974483";
  const auto tube = [](const std::string& parts) {
    return "Solid { translation 2 0 0 children [ Shape { geometry Cylinder { radius 0.5 height 2 " + parts + " } } ] }";
  };
  CHECK(is_near(range_to(tube("top FALSE bottom FALSE"), down), 4 * std::sqrt(2.0)));
  CHECK(is_near(range_to(tube(""), down), 0.6 * std::sqrt(2.0)));
  // Into a funnel that opens upwards; the tip is at its lower end.
  CHECK(
      is_near(range_to("Solid { translation 2 0 0 rotation 1 0 0 3.141592653589793 children [ Shape { geometry Cone { "
                       "bottomRadius 0.5 height 2 bottom FALSE } } ] }",
                       down),
              4 * std::sqrt(2.0)));
}

TEST_CASE("a tilted lidar looks up by its angle, one of a planar projection answers distances along its axis") {
  Bench tilted("tiltAngle 0.5 horizontalResolution 1 numberOfLayers 1");
  tilted.enable();
  tilted.step(2);
  CHECK(is_near(tilted.points()[0].z, wall_x * std::tan(0.5)));
  Bench planar("projection \"planar\" horizontalResolution 9 fieldOfView 1.5 numberOfLayers 3 verticalFieldOfView 0.4");
  planar.enable();
  planar.step(2);
  for (int i = 0; i < 27; ++i) {
    CHECK(is_near(planar.ranges()[i], wall_x));
    CHECK(is_near(planar.points()[i].x, wall_x));
    CHECK(std::abs(planar.points()[i].y - wall_x * std::tan(0.75) * (1 - (2 * (i % 9) + 1) / 9.0)) < 1e-5);
  }
}

TEST_CASE("the noise of a lidar has the deviation of its field, and the resolution comes after it") {
  // 40,000 samples: the mean is within 5 / 200 of the deviation of 0.002 * 100 m, the deviation within 2.5 %.
  Bench bench("noise 0.002 projection \"planar\" horizontalResolution 200 numberOfLayers 200");
  bench.enable();
  bench.step(2);
  double sum = 0, squares = 0;
  constexpr int count = 40000;
  for (int i = 0; i < count; ++i) {
    const double error = bench.ranges()[i] - wall_x;
    sum += error;
    squares += error * error;
  }
  CHECK(std::abs(sum / count) < 0.2 * 5 / 200);
  CHECK(std::sqrt(squares / count) == Approx(0.2).epsilon(0.025));
  const std::vector<float> first(bench.ranges(), bench.ranges() + count);
  bench.step();
  CHECK(!std::equal(first.begin(), first.end(), bench.ranges()));

  Bench coarse("noise 0.002 resolution 0.125 projection \"planar\" horizontalResolution 200 numberOfLayers 10");
  coarse.enable();
  coarse.step(2);
  std::set<float> values(coarse.ranges(), coarse.ranges() + 2000);
  CHECK(values.size() > 5);
  for (const float value : values) CHECK(value * 8 == std::round(value * 8));
}

TEST_CASE("a rotating lidar measures in each step what its head has passed") {
  // 5 turns a second, 10 ms: 1/20 of a turn a step, 2 of 40 columns.
  Bench bench(
      "type \"rotating\" defaultFrequency 5 horizontalResolution 40 fieldOfView 1.5 numberOfLayers 2 "
      "verticalFieldOfView 0.2 rotatingHead DEF HEAD Solid { name \"head\" }",
      // A closed room: each ray meets a wall.
      "Solid { children [ Pose { translation 5.5 0 0 children [ Shape { geometry Box { size 1 99 99 } } ] }\n"
      "Pose { translation -5.5 0 0 children [ Shape { geometry Box { size 1 99 99 } } ] }\n"
      "Pose { translation 0 5.5 0 children [ Shape { geometry Box { size 99 1 99 } } ] }\n"
      "Pose { translation 0 -5.5 0 children [ Shape { geometry Box { size 99 1 99 } } ] } ] }\n");
  const Solid& head = *bench.simulation().scene().solid_of(*bench.simulation().world().find_def("HEAD"));
  bench.step();
  CHECK(head.pose().rotation.isIdentity(0));  // not enabled
  bench.enable(100);                          // the period is the basic step nevertheless
  int measured = 0;
  bench.step(30);
  // Of 30 steps, 20 are a turn: all is measured.
  for (int i = 0; i < 80; ++i) measured += bench.ranges()[i] > 0;
  CHECK(measured == 80);
  const Matrix3d expected = Eigen::AngleAxisd(-30 * 2 * pi / 20, Vector3d::UnitZ()).toRotationMatrix();
  CHECK((head.pose().rotation - expected).norm() < 1e-12);
  for (int j = 0; j < 40; ++j) {
    const double azimuth = pi - 2 * pi * j / 40,
                 across = std::max(std::abs(std::cos(azimuth)), std::abs(std::sin(azimuth)));
    INFO("column " << j);
    CHECK(is_near(bench.ranges()[j], wall_x / (across * std::cos(0.1)), 1e-6));
  }
}

TEST_CASE("a rotating lidar leaves what its head has not passed as it was") {
  Bench bench("type \"rotating\" defaultFrequency 5 horizontalResolution 40 fieldOfView 1.5 numberOfLayers 1");
  bench.enable();
  bench.step(3);  // 3/20 of a turn from the front: the columns 20 to 25, of which the wall is seen in all
  for (int j = 0; j < 40; ++j) {
    INFO("column " << j);
    const bool is_passed = j >= 20 && j < 26;
    CHECK((bench.ranges()[j] > 0) == is_passed);
    if (is_passed) CHECK(is_near(bench.points()[j].x, wall_x));
  }
  // 25 Hz: 1/4 of a turn a step, of which the field of view is 9 of the 10 columns: those passed last.
  Bench fast("type \"rotating\" defaultFrequency 25 horizontalResolution 40 fieldOfView 1.42 numberOfLayers 1");
  fast.enable();
  fast.step(1);
  for (int j = 0; j < 40; ++j) CHECK((fast.ranges()[j] > 0) == (j >= 21 && j < 30));
}

TEST_CASE("an edit of a lidar's size gives it another image") {
  Bench bench("horizontalResolution 10 numberOfLayers 2");
  bench.enable();
  bench.step(2);
  const auto offset = bench.lidar().ranges.offset;
  World& world = bench.simulation().world();
  world.set(bench.node(), bench.node().type().find("horizontalResolution"), std::int32_t(3000));
  bench.step(2);
  CHECK(bench.lidar().horizontal_resolution == 3000);
  CHECK(bench.lidar().ranges.size == 3000 * 2 * sizeof(float));
  CHECK(bench.lidar().ranges.offset != offset);
  for (int i = 0; i < 6000; ++i) REQUIRE(is_near(bench.points()[i].x, wall_x));
}
