// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The library's functions of cameras, range finders and lidars against a scripted engine: images are read where they
// lie, and files are written.
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/lidar.h>
#include <webots/range_finder.h>
#include <webots/robot.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "controllers/lib/session.h"
#include "controllers/wire/camera.h"
#include "controllers/wire/display.h"
#include "controllers/wire/lidar.h"
#include "controllers/wire/range_finder.h"
#include "tests/controllers/lib/fake_engine.h"
#include "tests/support/program.h"

using namespace lightsout;
using namespace lightsout::testing;

namespace {

std::size_t lines(const std::string& text) { return std::size_t(std::count(text.begin(), text.end(), '\n')); }

lo_bulk put(FakeEngine& engine, const void* data, std::size_t size) {
  const lo_array placed = engine.put(data, size, size);
  return {placed.offset, std::uint32_t(size), 1, 0};
}

struct Loaded {
  int width = 0, height = 0;
  std::vector<unsigned char> bgra;
};

Loaded load(const std::string& file) {
  Loaded loaded;
  unsigned char* pixels = lo_load_picture(1, "test", file.c_str(), &loaded.width, &loaded.height);
  if (pixels) loaded.bgra.assign(pixels, pixels + 4 * loaded.width * loaded.height);
  std::free(pixels);
  return loaded;
}

}  // namespace

TEST_CASE("a camera answers what the world says of it, and its image where it lies") {
  FakeEngine engine({{LO_DEVICE_CAMERA, "eye", sizeof(lo_camera_state)}});
  auto& state = engine.state<lo_camera_state>(1);
  state.width = 3, state.height = 2, state.planar = 1;
  state.fov = 1, state.min_fov = 0.5, state.max_fov = 1.5;
  state.max_focal_distance = 2;
  const std::uint32_t enables = state.sensor.enables;
  CHECK(lines(stderr_of([] { CHECK(!wb_camera_get_image(1)); })) == 1);  // not enabled
  CHECK(stderr_of([] {
          wb_camera_enable(1, 32);
          wb_camera_enable(1, 16);
          CHECK(!wb_camera_get_image(1));  // no step yet
        }).empty());
  CHECK(state.sensor.enables == enables + 2);
  CHECK(wb_camera_get_sampling_period(1) == 16);
  unsigned char pixels[24];
  for (int i = 0; i < 24; ++i) pixels[i] = static_cast<unsigned char>(10 * i);
  state.image = put(engine, pixels, sizeof pixels);
  const unsigned char* image = wb_camera_get_image(1);
  REQUIRE(image);
  CHECK(reinterpret_cast<const char*>(image) == reinterpret_cast<const char*>(&engine.block()) + state.image.offset);
  // Column 1 of row 1 is pixel 4: bytes 16 to 19.
  CHECK(wb_camera_image_get_blue(image, 3, 1, 1) == 160);
  CHECK(wb_camera_image_get_green(image, 3, 1, 1) == 170);
  CHECK(wb_camera_image_get_red(image, 3, 1, 1) == 180);
  CHECK(wb_camera_image_get_gray(image, 3, 1, 1) == 170);
  state.height = 3;  // a larger one has not come yet
  CHECK(!wb_camera_get_image(1));
  state.height = 2;

  wb_camera_set_fov(1, 1.25);
  CHECK(wb_camera_get_fov(1) == 1.25);
  stderr_of([] {
    wb_camera_set_fov(1, 1.75);  // out of the Zoom's range
    wb_camera_set_focal_distance(1, 3);
    wb_camera_set_exposure(1, -1);
    wb_camera_recognition_enable(1, 32);  // without a Recognition
    wb_camera_enable(1, -5);
    CHECK(wb_camera_get_width(0) == -1);
    CHECK(std::isnan(wb_camera_get_fov(0)));
  });
  CHECK(wb_camera_get_fov(1) == 1.25);
  CHECK(state.changed == LO_CAMERA_FOV);
  CHECK(wb_camera_get_sampling_period(1) == 16);
  CHECK(wb_camera_recognition_get_sampling_period(1) == 0);
  wb_camera_disable(1);
  CHECK(lines(stderr_of([] { CHECK(!wb_camera_get_image(1)); })) == 0);  // told before
}

TEST_CASE("a camera's image is saved as PNG without loss, and as JPEG by its quality") {
  FakeEngine engine({{LO_DEVICE_CAMERA, "eye", sizeof(lo_camera_state)}});
  auto& state = engine.state<lo_camera_state>(1);
  state.width = 32, state.height = 16;
  state.sensor.period_ms = 16;
  std::vector<unsigned char> pixels;
  for (int i = 0; i < 32 * 16; ++i) {
    const unsigned char pixel[] = {static_cast<unsigned char>(i), static_cast<unsigned char>(i / 2), 200, 7};
    pixels.insert(pixels.end(), pixel, pixel + 4);
  }
  state.image = put(engine, pixels.data(), pixels.size());
  const TemporaryFolder folder;
  const auto path = [&](const char* name) { return (folder / name).string(); };
  REQUIRE(wb_camera_save_image(1, path("a.png").c_str(), 0) == 0);
  const Loaded png = load(path("a.png"));
  REQUIRE(png.width == 32);
  REQUIRE(png.height == 16);
  for (std::size_t i = 0; i < pixels.size(); ++i) REQUIRE(png.bgra[i] == (i % 4 == 3 ? 255 : pixels[i]));
  REQUIRE(wb_camera_save_image(1, path("a.JPG").c_str(), 95) == 0);
  const Loaded jpeg = load(path("a.JPG"));
  REQUIRE(jpeg.bgra.size() == pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    if (i % 4 == 2) REQUIRE(std::abs(jpeg.bgra[i] - 200) < 25);
  REQUIRE(wb_camera_save_image(1, path("b.jpeg").c_str(), 1) == 0);
  CHECK(std::filesystem::file_size(path("b.jpeg")) < std::filesystem::file_size(path("a.JPG")));
  CHECK(lines(stderr_of([&] {
          CHECK(wb_camera_save_image(1, path("a.bmp").c_str(), 95) == -1);
          CHECK(wb_camera_save_image(1, path("nowhere/a.png").c_str(), 95) == -1);
          for (const int quality : {-1, 0, 101}) CHECK(wb_camera_save_image(1, path("c.jpg").c_str(), quality) == -1);
        })) == 3);  // that of the quality is said once
  CHECK(!std::filesystem::exists(path("c.jpg")));
  wb_camera_disable(1);
  CHECK(stderr_of([&] { CHECK(wb_camera_save_image(1, path("d.png").c_str(), 95) == 0); }).empty());
}

TEST_CASE("recognized objects are handed out with their colours and models") {
  FakeEngine engine({{LO_DEVICE_CAMERA, "eye", sizeof(lo_camera_state)}});
  auto& state = engine.state<lo_camera_state>(1);
  state.width = state.height = 4;
  state.has_recognition = state.has_segmentation = 1;
  CHECK(lines(stderr_of([] { CHECK(wb_camera_recognition_get_number_of_objects(1) == 0); })) == 1);
  wb_camera_recognition_enable(1, 20);
  CHECK(state.recognition_enables == 1);
  CHECK(wb_camera_recognition_get_number_of_objects(1) == 0);
  CHECK(!wb_camera_recognition_get_objects(1));
  std::string array;
  const auto append = [&](const auto& value) { array.append(reinterpret_cast<const char*>(&value), sizeof value); };
  lo_recognized_object object{{1, 2, 3}, {0, 0, 1, 0.5}, {0.1, 0.2}, {10, 20}, {30, 40}, 77, 2, 3, 0};
  append(object);
  for (const double part : {1.0, 0.5, 0.25, 0.0, 1.0, 0.75}) append(part);
  array.append("can\0\0\0\0\0", 8);
  object.id = 78;
  object.colors = object.model_size = 0;
  append(object);
  array.append(8, '\0');
  state.recognition_count = 1;
  engine.send(LO_MESSAGE_ARRAY, 1, array.data(), array.size());
  wb_robot_step(8);
  REQUIRE(wb_camera_recognition_get_number_of_objects(1) == 2);
  const WbCameraRecognitionObject* first = wb_camera_recognition_get_objects(1);
  CHECK(first->id == 77);
  CHECK(first->position[2] == 3);
  CHECK(first->orientation[3] == 0.5);
  CHECK(first->size[1] == 0.2);
  CHECK(first->position_on_image[1] == 20);
  CHECK(first->size_on_image[0] == 30);
  REQUIRE(first->number_of_colors == 2);
  CHECK(first->colors[1] == 0.5);
  CHECK(first->colors[5] == 0.75);
  CHECK(std::string(first->model) == "can");
  CHECK(wb_camera_recognition_get_object(1, 1)->id == 78);
  CHECK(std::string(first[1].model).empty());
  CHECK(lines(stderr_of([] { CHECK(!wb_camera_recognition_get_object(1, 2)); })) == 1);
  // What is cut off is left out.
  array.resize(array.size() - 8);
  state.recognition_count = 2;
  engine.send(LO_MESSAGE_ARRAY, 1, array.data(), array.size());
  wb_robot_step(8);
  CHECK(wb_camera_recognition_get_number_of_objects(1) == 1);

  wb_camera_recognition_enable_segmentation(1);
  CHECK(state.segmentation_enabled == 1);
  CHECK(!wb_camera_recognition_get_segmentation_image(1));
  const std::vector<unsigned char> pixels(64, 9);
  state.segmentation = put(engine, pixels.data(), pixels.size());
  REQUIRE(wb_camera_recognition_get_segmentation_image(1));
  CHECK(wb_camera_recognition_get_segmentation_image(1)[63] == 9);
  const TemporaryFolder folder;
  CHECK(wb_camera_recognition_save_segmentation_image(1, (folder / "s.png").c_str(), 0) == 0);
  CHECK(load((folder / "s.png").string()).bgra[0] == 9);
}

// range_finder.c of R2025a writes (d - minRange) / maxRange, cut to [0, 1], times 255 in a PNG or JPEG file.
TEST_CASE("a range finder's image is saved grey from the start of its range on, or as a part of it in the HDR format") {
  FakeEngine engine({{LO_DEVICE_RANGE_FINDER, "deep", sizeof(lo_range_finder_state)}});
  auto& state = engine.state<lo_range_finder_state>(1);
  state.width = 2, state.height = 2, state.min_range = 1, state.max_range = 4;
  const float depths[] = {0, 2, 3, std::numeric_limits<float>::infinity()};
  state.image = put(engine, depths, sizeof depths);
  // The last image stays also if it is not enabled.
  CHECK(lines(stderr_of([] { CHECK(wb_range_finder_get_range_image(1)); })) == 1);
  wb_range_finder_enable(1, 8);
  const float* image = wb_range_finder_get_range_image(1);
  REQUIRE(image);
  CHECK(wb_range_finder_image_get_depth(image, 2, 0, 1) == 3);
  // By its older name, if it was a Camera in its world.
  CHECK(lines(stderr_of([] { CHECK(!wb_camera_get_range_image(1)); })) == 1);
  state.is_camera = 1;
  CHECK(wb_camera_get_range_image(1) == image);
  const TemporaryFolder folder;
  REQUIRE(wb_range_finder_save_image(1, (folder / "d.png").c_str(), 0) == 0);
  const Loaded grey = load((folder / "d.png").string());
  REQUIRE(grey.bgra.size() == 16);
  CHECK(grey.bgra[0] == 0);
  CHECK(grey.bgra[4] == 63);  // 255 / 4
  CHECK(grey.bgra[9] == 127);
  CHECK(grey.bgra[14] == 255);
  wb_range_finder_disable(1);
  REQUIRE(wb_range_finder_save_image(1, (folder / "d.HDR").c_str(), 0) == 0);
  std::ifstream file(folder / "d.HDR", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 2\n";
  REQUIRE(text.size() == head.size() + 16);
  CHECK(text.starts_with(head));
  // A pixel is m / 256 * 2^(e - 128): 0, 1/4 = 128 / 256 / 2, 1/2 = 128 / 256, 1 = 128 / 256 * 2.
  const unsigned char expected[] = {0, 0, 0, 0, 128, 128, 128, 127, 128, 128, 128, 128, 128, 128, 128, 129};
  CHECK(std::memcmp(text.data() + head.size(), expected, sizeof expected) == 0);
}

TEST_CASE("a lidar's layers and points are parts of what it measured") {
  FakeEngine engine({{LO_DEVICE_LIDAR, "lidar", sizeof(lo_lidar_state)}});
  auto& state = engine.state<lo_lidar_state>(1);
  state.horizontal_resolution = 3, state.layers = 2;
  state.min_frequency = 5, state.max_frequency = 20;
  wb_lidar_enable(1, 16);
  CHECK(!wb_lidar_get_range_image(1));
  const float ranges[] = {1, 2, 3, 4, 5, 6};
  state.ranges = put(engine, ranges, sizeof ranges);
  REQUIRE(wb_lidar_get_range_image(1));
  CHECK(wb_lidar_get_range_image(1)[5] == 6);
  CHECK(wb_lidar_get_layer_range_image(1, 1)[0] == 4);
  CHECK(lines(stderr_of([] { CHECK(!wb_lidar_get_layer_range_image(1, 2)); })) == 1);
  CHECK(lines(stderr_of([] { CHECK(wb_lidar_get_number_of_points(1) == 0); })) == 1);  // not enabled
  wb_lidar_enable_point_cloud(1);
  CHECK(state.point_cloud_enabled == 1);
  CHECK(wb_lidar_is_point_cloud_enabled(1));
  CHECK(!wb_lidar_get_point_cloud(1));
  lo_lidar_point points[6]{};
  for (int i = 0; i < 6; ++i) points[i] = {float(i), float(-i), 0.5f, i / 3, 0.25f};
  state.points = put(engine, points, sizeof points);
  CHECK(wb_lidar_get_number_of_points(1) == 6);
  CHECK(wb_lidar_get_point_cloud(1)[4].x == 4);
  CHECK(wb_lidar_get_layer_point_cloud(1, 1)[1].y == -4);
  CHECK(wb_lidar_get_layer_point_cloud(1, 1)[1].layer_id == 1);
  CHECK(wb_lidar_get_point(1, 2)->time == 0.25f);
  CHECK(lines(stderr_of([] {
          CHECK(!wb_lidar_get_point(1, 6));
          CHECK(!wb_lidar_get_layer_point_cloud(1, -1));
          wb_lidar_set_frequency(1, 21);
        })) == 3);
  wb_lidar_set_frequency(1, 20);
  CHECK(state.frequency == 20);
  // Once disabled it still has its last image, but neither layers nor points (lidar.c of R2025a).
  wb_lidar_disable(1);
  CHECK(lines(stderr_of([] {
          CHECK(wb_lidar_get_range_image(1)[5] == 6);
          CHECK(!wb_lidar_get_layer_range_image(1, 1));
          CHECK(!wb_lidar_get_point_cloud(1));
        })) == 3);
}

TEST_CASE("what is drawn on a display is sent in the order of the calls") {
  FakeEngine engine({{LO_DEVICE_DISPLAY, "screen", sizeof(lo_display_state)}});
  const auto sent = [&] {
    engine.received.clear();
    wb_robot_step(32);
    return engine.received;
  };
  wb_display_set_color(1, 0x102030);
  wb_display_set_alpha(1, 0.5);
  wb_display_draw_line(1, 1, 2, 3, 4);
  wb_display_draw_text(1, "hello", 5, 6);
  const int x[] = {1, 2, 3}, y[] = {4, 5, 6};
  wb_display_fill_polygon(1, x, y, 3);
  const auto records = sent();
  REQUIRE(records.size() == 5);
  CHECK(records[0].kind == LO_MESSAGE_DISPLAY);
  CHECK(records[0].head<lo_display_command>().numbers[0] == 0x102030);
  CHECK(records[1].head<lo_display_command>().numbers[0] == 127);
  CHECK(records[2].head<lo_display_command>().numbers[3] == 4);
  CHECK(records[3].tail(sizeof(lo_display_command)) == "hello");
  CHECK(records[4].head<lo_display_command>().flag == 1);
  const std::string corners = records[4].tail(sizeof(lo_display_command));
  REQUIRE(corners.size() == sizeof x + sizeof y);
  CHECK(std::memcmp(corners.data() + sizeof x, y, sizeof y) == 0);
}

TEST_CASE("an image is sent as B, G, R, A from each of its formats, and one that is not there is told") {
  FakeEngine engine({{LO_DEVICE_DISPLAY, "screen", sizeof(lo_display_state)}});
  // One pixel of red 1, green 2, blue 3, alpha 4.
  struct {
    int format;
    const char* data;
    const char* bgra;
  } const formats[] = {{WB_IMAGE_RGB, "\1\2\3", "\3\2\1\xff"},
                       {WB_IMAGE_RGBA, "\1\2\3\4", "\3\2\1\4"},
                       {WB_IMAGE_ARGB, "\4\1\2\3", "\3\2\1\4"},
                       {WB_IMAGE_BGRA, "\3\2\1\4", "\3\2\1\4"},
                       {WB_IMAGE_ABGR, "\4\3\2\1", "\3\2\1\4"}};
  WbImageRef image = nullptr;
  for (const auto& [format, data, bgra] : formats) {
    INFO("format " << format);
    engine.received.clear();
    image = wb_display_image_new(1, 1, 1, data, format);
    REQUIRE(image);
    wb_robot_step(32);
    REQUIRE(engine.received.size() == 1);
    CHECK(engine.received[0].tail(sizeof(lo_display_command)) == bgra);
  }
  CHECK(lines(stderr_of([&] {
          CHECK(!wb_display_image_new(1, 1, 1, "abcd", 2));
          CHECK(!wb_display_image_load(1, "/nowhere/a.png"));
          wb_display_draw_oval(1, 1, 1, 0, 1);
          wb_display_fill_rectangle(1, 0, 0, -1, 1);
          wb_display_set_opacity(1, 1.5);
          wb_display_set_alpha(1, -0.5);
          wb_display_set_color(1, 0x1000000);
        })) == 7);
  wb_display_image_delete(1, image);
  engine.received.clear();
  CHECK(lines(stderr_of([&] { wb_display_image_paste(1, image, 0, 0, true); })) == 1);
  CHECK(lines(stderr_of([&] { wb_display_image_delete(1, image); })) == 1);
  wb_robot_step(32);
  CHECK(engine.received.size() == 1);  // that the image goes
}
