// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Camera and RangeFinder as controllers have them: periods, memory, edits, noise, recognition.
#include "controllers/wire/camera.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "controllers/wire/range_finder.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "tests/support/device_bench.h"

using namespace lightsout;

namespace {

// Its near side is at x = 5; it shows light 1: byte 207.
const std::string wall =
    "DEF WALL Solid { translation 5.5 0 0 name \"wall\" model \"a wall\" recognitionColors [ 1 0 0, 0 0.5 1 ] children "
    "[ "
    "Shape { appearance Appearance { material DEF LOOK Material { emissiveColor 1 1 1 } } geometry DEF SLAB Box { size "
    "1 "
    "3 3 } } ] boundingObject USE SLAB }\n";

struct CameraBench : DeviceBench {
  explicit CameraBench(const std::string& fields, const std::string& world = wall)
      : DeviceBench(world + "Robot { name \"robot\" controller \"any\" children [ DEF CAMERA Camera { " + fields +
                    " } ] }") {}
  lo_camera_state& camera() { return state<lo_camera_state>("camera"); }
  void enable(std::uint32_t period_ms = 10) {
    camera().sensor.period_ms = period_ms;
    ++camera().sensor.enables;
  }
  void recognize(std::uint32_t period_ms = 10) {
    camera().recognition_period_ms = period_ms;
    ++camera().recognition_enables;
  }
  const std::uint8_t* pixels() { return image<std::uint8_t>(camera().image); }
  std::array<int, 4> at(int x, int y) {
    const std::uint8_t* p = pixels() + 4 * (y * camera().width + x);
    return {p[0], p[1], p[2], p[3]};
  }
  Node& node(const char* def) { return *simulation().world().find_def(def); }
  void set(const char* def, std::string_view field, Value value) {
    World& world = simulation().world();
    Node& of = node(def);
    world.set(of, of.type().find(field), std::move(value));
  }
};

struct RangeBench : DeviceBench {
  explicit RangeBench(const std::string& fields, const std::string& world = wall)
      : DeviceBench(world +
                    "Robot { name \"robot\" controller \"any\" children [ DEF FINDER RangeFinder { maxRange 100 " +
                    fields + " } ] }") {
    finder().sensor.period_ms = 10;
    ++finder().sensor.enables;
    step(2);
  }
  lo_range_finder_state& finder() { return state<lo_range_finder_state>("range-finder"); }
  const float* ranges() { return image<float>(finder().image); }
};

using Pixel = std::array<int, 4>;

}  // namespace

TEST_CASE("a camera has no image before it is enabled, then black, and the first after its period") {
  CameraBench bench("width 8 height 6 fieldOfView 0.3");
  bench.step();
  CHECK(!bench.pixels());
  bench.enable(40);
  bench.step();
  REQUIRE(bench.pixels());
  CHECK(bench.camera().image.generation == 0);
  CHECK(bench.at(4, 3)[0] == 0);
  bench.step(2);
  CHECK(bench.camera().image.generation == 0);
  bench.step();
  CHECK(bench.camera().image.generation == 1);
  CHECK(bench.at(4, 3) == Pixel{207, 207, 207, 255});
  bench.step(4);
  CHECK(bench.camera().image.generation == 2);
  bench.camera().sensor.period_ms = 0;
  ++bench.camera().sensor.enables;
  bench.step(8);
  CHECK(bench.camera().image.generation == 2);
}

TEST_CASE("a camera obeys its controller, and edits while it runs") {
  CameraBench bench("width 40 height 30 fieldOfView 0.3 zoom Zoom { minFieldOfView 0.1 maxFieldOfView 2 }");
  bench.enable();
  bench.step(2);
  CHECK(bench.at(1, 15) == Pixel{207, 207, 207, 255});
  // The wall is 3 m wide at 5 m: seen under 2 atan(0.3) = 0.583.
  bench.camera().fov = 1.5;
  bench.camera().changed = LO_CAMERA_FOV;
  bench.step(2);
  CHECK(bench.at(1, 15)[0] == 0);
  CHECK(bench.at(20, 15)[0] == 207);
  // Half the exposure of light 1: 255 (1 - e^-0.5)^(1 / 2.2) = 166.9.
  bench.camera().exposure = 0.5;
  bench.camera().changed = LO_CAMERA_EXPOSURE;
  bench.step(2);
  CHECK(bench.at(20, 15)[0] == 167);
  bench.set("LOOK", "emissiveColor", Color{0, 1, 0});
  bench.step(2);
  CHECK(bench.at(20, 15) == Pixel{0, 167, 0, 255});
  bench.set("CAMERA", "width", std::int32_t(20));
  bench.step(2);
  CHECK(bench.camera().width == 20);
  CHECK(bench.camera().image.size == 4 * 20 * 30);
  CHECK(bench.at(10, 15) == Pixel{0, 167, 0, 255});
  bench.set("WALL", "translation", Vec3{5.5, 50, 0});
  bench.step(2);
  CHECK(bench.at(10, 15) == Pixel{0, 0, 0, 255});
}

TEST_CASE("the colours of points are seen as they are set while the world runs") {
  CameraBench bench(
      "width 9 height 9 fieldOfView 0.1",
      "Shape { geometry PointSet { coord Coordinate { point [ 5 0 0 ] } color DEF INK Color { color [ 1 0 0 ] } "
      "} }\n");
  bench.enable();
  bench.step(2);
  CHECK(bench.at(4, 4) == Pixel{0, 0, 207, 255});
  bench.set("INK", "color", MFColor{Color{0, 1, 0}});
  bench.step(2);
  CHECK(bench.at(4, 4) == Pixel{0, 207, 0, 255});
}

TEST_CASE("recognized objects come with the period of their own, colours and model behind each") {
  CameraBench bench("width 40 height 30 fieldOfView 1 recognition Recognition { segmentation TRUE }");
  bench.recognize(20);
  bench.camera().segmentation_enabled = 1;
  bench.step();
  CHECK(bench.camera().recognition_count == 0);
  bench.take("camera");
  bench.step();
  CHECK(bench.camera().recognition_count == 1);
  const auto messages = bench.take("camera");
  REQUIRE(messages.size() == 1);
  const std::vector<std::byte>& bytes = messages[0];
  lo_recognized_object object;
  REQUIRE(bytes.size() == sizeof object + 2 * 3 * sizeof(double) + 8);
  std::memcpy(&object, bytes.data(), sizeof object);
  CHECK(object.id == std::int32_t(bench.node("WALL").id()));
  CHECK(object.position[0] == Approx(5.5));
  CHECK(object.size[0] == Approx(3));
  CHECK(object.position_on_image[0] == 19);  // of pixels 0 to 39
  CHECK(object.colors == 2);
  CHECK(object.model_size == 6);
  double colors[6];
  std::memcpy(colors, bytes.data() + sizeof object, sizeof colors);
  CHECK(colors[0] == 1);
  CHECK(colors[4] == 0.5);
  CHECK(std::string(reinterpret_cast<const char*>(bytes.data() + sizeof object + sizeof colors)) == "a wall");
  REQUIRE(bench.image<std::uint8_t>(bench.camera().segmentation));
  const std::uint8_t* middle = bench.image<std::uint8_t>(bench.camera().segmentation) + 4 * (15 * 40 + 20);
  CHECK(middle[0] == 0);
  CHECK(middle[2] == 255);
  // Not enabled, so there is no image.
  CHECK(!bench.pixels());
}

TEST_CASE("a range finder measures along its axis") {
  RangeBench bench("width 21 height 11 fieldOfView 0.4");
  REQUIRE(bench.ranges());
  for (int i = 0; i < 21 * 11; ++i) CHECK(bench.ranges()[i] == Approx(5).epsilon(1e-6));
}

TEST_CASE("a range finder sees nothing below its least range and from its greatest on") {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  CHECK(RangeBench("width 3 height 3 fieldOfView 0.1 maxRange 5").ranges()[4] == infinite);
  CHECK(RangeBench("width 3 height 3 fieldOfView 0.1 maxRange 5.001").ranges()[4] == Approx(5));
  CHECK(RangeBench("width 3 height 3 fieldOfView 0.1 minRange 5.001").ranges()[4] == infinite);
  // floor(5 / 0.7 + 1/2) 0.7 = 4.9
  CHECK(RangeBench("width 3 height 3 fieldOfView 0.1 resolution 0.7").ranges()[4] == Approx(4.9));
}

TEST_CASE("the noise of a range finder is a part of its greatest range") {
  RangeBench bench("width 200 height 100 fieldOfView 0.2 maxRange 10 noise 0.003");
  double sum = 0, squares = 0;
  constexpr int count = 200 * 100;
  for (int i = 0; i < count; ++i) {
    sum += bench.ranges()[i];
    squares += double(bench.ranges()[i]) * bench.ranges()[i];
  }
  CHECK(sum / count == Approx(5).margin(4 * 0.03 / std::sqrt(double(count))));
  CHECK(std::sqrt(squares / count - sum / count * sum / count) == Approx(0.03).epsilon(0.03));
}

// The next sample is three steps after the edit.
TEST_CASE("images of a size that was edited are black until the next sample, and no rows of the old one") {
  CameraBench bench("width 40 height 30 fieldOfView 0.3 recognition Recognition { segmentation TRUE }");
  bench.enable(40);
  bench.recognize(40);
  bench.camera().segmentation_enabled = 1;
  bench.step(5);
  REQUIRE(bench.camera().image.generation == 1);
  REQUIRE(bench.camera().segmentation.generation == 1);
  for (const int width : {31, 60}) {
    bench.set("CAMERA", "width", std::int32_t(width));
    const auto samples = bench.camera().sensor.count;
    bench.step();
    REQUIRE(bench.camera().sensor.count == samples);
    REQUIRE(bench.camera().width == width);
    for (const lo_bulk* image : {&bench.camera().image, &bench.camera().segmentation}) {
      REQUIRE(image->size == 4u * std::uint32_t(width) * 30);
      CHECK(image->generation == 0);
      const auto* bytes = bench.image<std::uint8_t>(*image);
      CHECK(std::all_of(bytes, bytes + image->size, [](std::uint8_t byte) { return byte == 0; }));
    }
    bench.step(3);
    CHECK(bench.camera().image.generation == 1);
    // The middle of the wall, whose first colour is red.
    CHECK(bench.at(width / 2, 15) == Pixel{207, 207, 207, 255});
    CHECK(bench.image<std::uint8_t>(bench.camera().segmentation)[4 * (15 * width + width / 2) + 2] == 255);
    bench.step(1);
  }
}

TEST_CASE("ranges of a size that was edited are 0 until the next sample") {
  RangeBench bench("width 8 height 6 fieldOfView 0.3");
  bench.finder().sensor.period_ms = 40;
  ++bench.finder().sensor.enables;
  bench.step(5);
  REQUIRE(bench.ranges()[0] == Approx(5));
  Node& node = *bench.simulation().world().find_def("FINDER");
  bench.simulation().world().set(node, node.type().find("width"), Value(std::int32_t(5)));
  bench.step();
  CHECK(bench.finder().width == 5);
  CHECK(bench.finder().image.generation == 0);
  REQUIRE(bench.finder().image.size == 5 * 6 * sizeof(float));
  CHECK(bench.ranges()[0] == 0);
  bench.step(4);
  CHECK(bench.ranges()[5 * 6 - 1] == Approx(5));
}

// sRGB (255, 0, 0) is light 1 in red alone, byte 207: (207 + 0 + 0) / 3 = 69.
TEST_CASE("a camera of type black and white shows the mean of the colours") {
  DeviceBench bench(
      "#VRML_SIM V6.0 utf8\nWorldInfo { basicTimeStep 10 }\nSolid { translation 0 0 -5 name \"wall\" children [ Shape "
      "{ "
      "appearance Appearance { material Material { emissiveColor 1 0 0 diffuseColor 0 0 0 } } geometry Box { size 9 9 "
      "1 "
      "} } ] }\nRobot { name \"robot\" controller \"any\" children [ Camera { width 8 height 8 type \"black and "
      "white\" } "
      "] }");
  auto& camera = bench.state<lo_camera_state>("camera");
  camera.sensor.period_ms = 10;
  ++camera.sensor.enables;
  bench.step(2);
  const auto* pixel = bench.image<std::uint8_t>(camera.image);
  REQUIRE(pixel);
  for (int i = 0; i < 3; ++i) CHECK(int(pixel[4 * (4 * 8 + 4) + i]) == 69);
  CHECK(camera.type == 103);
}
