// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a Camera adds to the light: lens, blur, antialiasing, noise; and what it recognizes.
#include "engine/render/photo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string_view>

#include "engine/bodies/solid.h"
#include "engine/image/image_writer.h"
#include "engine/rays/raycast.h"
#include "engine/render/effects.h"
#include "engine/render/recognition.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/stage/parts.h"
#include "tests/engine/render/rendered.h"
#include "tests/support/alone.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

const std::string grey_wall =
    "Pose { translation 2 0 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance Appearance { material "
    "DEF LOOK Material { emissiveColor 0.5 0.5 0.5 } } geometry Plane { size 50 50 } } ] }\n";

// A camera with these fields, taken at the origin.
struct Camera {
  Rendered rendered;
  SilentLog log;
  Photo photo{7, "camera"};
  std::vector<std::uint8_t> bgra;

  Camera(const std::string& fields, const std::string& nodes)
      : rendered("Robot { children [ DEF CAMERA Camera { " + fields + " } ] }\n" + nodes) {
    World& world = rendered.world().simulation().scene().world();
    photo.read(*world.find_def("CAMERA"), world, log);
  }
  const std::vector<std::uint8_t>& take(double period = 0.016) {
    bgra.resize(4 * std::size_t(photo.width()) * std::size_t(photo.height()));
    Eye eye(rendered.renderer().scene_now());
    photo.take(eye, Pose(), 1, period, bgra);
    return bgra;
  }
};

double shown(double light) { return 255 * std::pow(1 - std::exp(-light), 1 / 2.2); }

}  // namespace

// sRGB 0.5 is 0.2140 in light.
TEST_CASE("noise has the deviation of the node and the mean of the image") {
  Camera camera("width 200 height 200 noise 0.04", grey_wall);
  const auto& image = camera.take();
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < image.size(); ++i) {
    if (i % 4 == 3) continue;
    sum += image[i];
    squares += double(image[i]) * image[i];
  }
  const double count = 3 * 200 * 200, mean = sum / count;
  CHECK(mean == Approx(std::lround(shown(0.2140))).margin(0.2));
  CHECK(std::sqrt(squares / count - mean * mean) == Approx(0.04 * 255).margin(0.15));
  const auto first = image;
  CHECK(camera.take() != first);
  Camera again("width 200 height 200 noise 0.04", grey_wall);
  CHECK(again.take() == first);
}

// Manual, Camera: a transparent image, moved at random, which is applied before the noise; not in spherical
// projections. A pixel v under a mask m of alpha a is (v (255 - a) + m a) / 255, rounded.
TEST_CASE("a noise mask is laid over the image before the noise, as dense as it is, from another place each time") {
  TemporaryFolder folder;
  const auto url = [&](const std::string& name) {
    return fmt::format(" noiseMaskUrl \"{}\"", (folder.path() / name).string());
  };
  const auto mask = [&](const std::string& name, const std::vector<std::array<std::uint8_t, 3>>& pixels) {
    std::vector<std::uint8_t> bgra;
    for (const auto& pixel : pixels) bgra.insert(bgra.end(), {pixel[0], pixel[1], pixel[2], 255});
    REQUIRE(write_image_file(folder.path() / name, int(pixels.size()), 1, bgra, 100));
    return url(name);
  };
  // A PNG file of one pixel, (250, 250, 250) with alpha 128.
  constexpr std::string_view half_png =
      "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8f5"
      "eb570300094f036f93aba2d20000000049454e44ae426082";
  std::string bytes;
  for (std::size_t i = 0; i < half_png.size(); i += 2)
    bytes += char(std::stoi(std::string(half_png.substr(i, 2)), nullptr, 16));
  write_file(folder.path() / "half.png", bytes);
  const std::string opaque = mask("opaque.png", {{30, 90, 150}}), half = url("half.png"),
                    stripes = mask("stripes.png", {{0, 0, 0}, {255, 255, 255}, {60, 60, 60}});
  CHECK(Camera("width 2 height 2" + opaque, grey_wall).take()[0] == 30);
  CHECK(Camera("width 2 height 2" + opaque, grey_wall).take()[2] == 150);
  const double under = std::lround(shown(0.2140));
  CHECK(int(Camera("width 2 height 2" + half, grey_wall).take()[1]) == std::lround((under * 127 + 250 * 128) / 255));
  CHECK(Camera("projection \"cylindrical\" width 2 height 2" + opaque, grey_wall).take()[1] == under);

  // Noise lies over it.
  Camera noisy("width 200 height 200 noise 0.04" + opaque, grey_wall);
  const auto& image = noisy.take();
  double sum = 0, squares = 0;
  for (std::size_t i = 1; i < image.size(); i += 4) {
    sum += image[i];
    squares += double(image[i]) * image[i];
  }
  const double mean = sum / 40'000;
  CHECK(mean == Approx(90).margin(0.3));
  CHECK(std::sqrt(squares / 40'000 - mean * mean) == Approx(0.04 * 255).margin(0.2));

  // Repeated, in its order, wherever it begins.
  Camera moving("width 7 height 1" + stripes, grey_wall);
  const std::array<int, 3> levels = {0, 255, 60};
  std::set<int> begins;
  for (int i = 0; i < 40; ++i) {
    const auto& row = moving.take();
    const auto begin = int(std::ranges::find(levels, int(row[0])) - levels.begin());
    REQUIRE(begin < 3);
    begins.insert(begin);
    for (int x = 0; x < 7; ++x) CHECK(int(row[std::size_t(4 * x)]) == levels[std::size_t((begin + x) % 3)]);
  }
  CHECK(begins.size() == 3);
}

// What was seen is left as 0.005^(period / motionBlur): after the wall turns dark the light is a geometric series.
TEST_CASE("motion blur leaves a geometric series of the light") {
  Camera camera("width 4 height 4 motionBlur 100", grey_wall);
  camera.take();
  World& world = camera.rendered.world().simulation().scene().world();
  Node& look = *world.find_def("LOOK");
  world.set(look, look.type().find("emissiveColor"), Color{0, 0, 0});
  camera.rendered.renderer().rearranged();
  for (int n = 1; n <= 3; ++n) {
    const double left = std::pow(0.005, n * 0.02 / 0.1);
    CHECK(camera.take(0.02)[1] == Approx(shown(0.2140 * left)).margin(1));
  }
}

TEST_CASE("a lens of zeros changes nothing, and another moves the image") {
  Picture picture;
  picture.size(9, 7);
  for (std::size_t i = 0; i < picture.light.size(); ++i) picture.light[i] = float(i % 13);
  const double none[6] = {0.5, 0.5, 0, 0, 0, 0};
  const Picture same = through_lens(picture, none);
  for (std::size_t i = 0; i < picture.light.size(); ++i) CHECK(same.light[i] == Approx(picture.light[i]).margin(1e-4));
  // k1 < 0: what is shown at the rim comes from farther out, beyond the image: black. The middle stays.
  const double barrel[6] = {0.5, 0.5, -0.4, 0, 0, 0};
  const Picture bent = through_lens(picture, barrel);
  CHECK(bent.pixel(0, 0)[0] == 0);
  CHECK(bent.pixel(0, 0)[1] == 0);
  CHECK(bent.pixel(4, 3)[1] == Approx(picture.pixel(4, 3)[1]));
}

namespace {

// One bright column in the middle.
Picture bright_column(float light) {
  Picture picture;
  picture.size(241, 9);
  for (int y = 0; y < 9; ++y)
    for (int c = 0; c < 3; ++c) picture.pixel(120, y)[c] = light;
  return picture;
}

}  // namespace

// Three means over 3 pixels, which is what 1/40 of 241 pixels come to: 1 3 6 7 6 3 1, over 27.
TEST_CASE("what is out of focus is the mean of its surroundings, and what is in focus is sharp") {
  for (const auto& [distance, part] : {std::pair(5.0f, 0.0f), {5.9f, 0.0f}, {6.5f, 0.5f}, {7.5f, 1.0f}, {3.0f, 1.0f}}) {
    Picture picture = bright_column(27);
    picture.nearness.assign(241 * 9, 1 / distance);
    blur_out_of_focus(picture, 5, 1);
    const float soft[] = {7, 6, 3, 1, 0};
    for (int i = 0; i < 5; ++i) {
      const float sharp = i == 0 ? 27.0f : 0.0f;
      CHECK(picture.pixel(120 + i, 4)[1] == Approx(sharp + part * (soft[i] - sharp)).margin(1e-3));
      CHECK(picture.pixel(120 - i, 4)[1] == Approx(sharp + part * (soft[i] - sharp)).margin(1e-3));
    }
  }
  // What is seen nowhere is infinitely far away.
  Picture sky = bright_column(27);
  sky.nearness.assign(241 * 9, 0);
  blur_out_of_focus(sky, 5, 1);
  CHECK(sky.pixel(120, 4)[0] == Approx(7));
}

// 241 / 120 = 2 pixels to each side, three times: the light spreads, and its sum over a row is that beyond the
// threshold.
TEST_CASE("light beyond the threshold glows around its place") {
  Picture picture = bright_column(5);
  add_bloom(picture, 2);
  float sum = 0;
  for (int x = 0; x < 241; ++x) sum += picture.pixel(x, 4)[2];
  CHECK(sum == Approx(5 + 3));
  CHECK(picture.pixel(120, 4)[2] > 5);
  CHECK(picture.pixel(120 + 6, 4)[2] > 0);
  CHECK(picture.pixel(120 + 7, 4)[2] == 0);
  Picture dim = bright_column(2);
  add_bloom(dim, 2);
  CHECK(dim.pixel(121, 4)[2] == 0);
}

TEST_CASE("a camera with a focus shows what is there sharp, and what is elsewhere soft") {
  const std::string wall =
      "Pose { translation 2 25 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance Appearance { "
      "material "
      "Material { emissiveColor 1 1 1 } } geometry Plane { size 50 50 } } ] }\n";
  const auto between = [&](const std::string& distance) {
    Camera camera("width 240 height 8 focus Focus { focalDistance " + distance + " focalLength 0.5 }", wall);
    int count = 0;
    const auto& image = camera.take();
    for (std::size_t i = 1; i < 4 * 240; i += 4) count += image[i] > 0 && image[i] < 207;
    return count;
  };
  // Beside the edge is nothing, infinitely far away: its pixels are soft, three of them beside the edge.
  CHECK(between("2") == 3);
  CHECK(between("2.4") == 3);
  CHECK(between("9") == 6);
}

// The edge of a bright half plane that passes through the middle of a pixel's columns.
TEST_CASE("antialiasing shows parts of a pixel") {
  const std::string half =
      "Pose { translation 2 25.13 0 rotation 0 1 0 -1.5707963267948966 children [ Shape { appearance Appearance { "
      "material "
      "Material { emissiveColor 1 1 1 } } geometry Plane { size 50 50 } } ] }\n";
  Camera plain("width 16 height 16 antiAliasing FALSE", half), smooth("width 16 height 16 antiAliasing TRUE", half);
  int between_plain = 0, between_smooth = 0;
  for (std::size_t i = 1; i < 4 * 256; i += 4) {
    between_plain += plain.take()[i] > 0 && plain.bgra[i] < 207;
    between_smooth += smooth.take()[i] > 0 && smooth.bgra[i] < 207;
  }
  CHECK(between_plain == 0);
  CHECK(between_smooth > 0);
}

namespace {

std::string object(const std::string& name, double x, double y, double size, const std::string& colors) {
  return fmt::format(
      "Solid {{ translation {0} {1} 0 name \"{2}\" model \"{2}\" recognitionColors [ {4} ] children [ DEF G{2} Shape "
      "{{ "
      "geometry Box {{ size {3} {3} {3} }} }} ] boundingObject USE G{2} }}\n",
      x, y, name, size, colors);
}

std::vector<std::string> names(const std::vector<RecognizedObject>& objects) {
  std::vector<std::string> result;
  for (const RecognizedObject& object : objects) result.push_back(object.node->get<std::string>("name"));
  return result;
}

std::vector<std::string> recognized(const std::string& fields, const std::string& nodes) {
  Rendered rendered("Robot { children [ Camera { recognition DEF R Recognition { " + fields + " } } ] }\n" + nodes);
  Stage& stage = rendered.world().simulation().scene();
  return names(recognize(stage.solids(), stage.parts().get<Raycaster>(), *stage.world().find_def("R"),
                         Rendered::view(200, 100, 1), nullptr));
}

using Names = std::vector<std::string>;

}  // namespace

// A box of 0.5 at x = 2, y = 0.3: its corners on the image are those of its near side, x = 1.75, y from 0.05 to 0.55.
TEST_CASE("a recognized object has the place and size of its box") {
  Rendered rendered("Robot { children [ Camera { recognition DEF R Recognition { } } ] }\n" +
                    object("a", 2, 0.3, 0.5, "1 0 0, 0 1 0"));
  Stage& stage = rendered.world().simulation().scene();
  const auto objects = recognize(stage.solids(), stage.parts().get<Raycaster>(), *stage.world().find_def("R"),
                                 Rendered::view(200, 100, 1), nullptr);
  REQUIRE(objects.size() == 1);
  const RecognizedObject& found = objects[0];
  CHECK(found.position.x() == Approx(2));
  CHECK(found.position.y() == Approx(0.3));
  CHECK(found.size[0] == Approx(0.5));
  CHECK(found.size[1] == Approx(0.5));
  CHECK(found.orientation.angle == 0);
  const auto u = [](double y, double x) { return 200 * (0.5 - 0.5 * y / x / std::tan(0.5)); };
  const double left = std::floor(u(0.55, 1.75)), right = std::floor(u(0.05, 2.25));
  CHECK(found.position_on_image[0] == Approx((left + right) / 2).margin(1));
  CHECK(found.size_on_image[0] == Approx(right - left).margin(1));
  // The image ends with its last pixel, 99: its middle is at 49.5, and pixels are rounded down.
  CHECK(found.position_on_image[1] == 49);
}

namespace {

// A ball of 0.3 m, 4 m away.
std::string ball(const std::string& name, double azimuth, double elevation) {
  return fmt::format(
      "Solid {{ translation {} {} {} name \"{}\" recognitionColors [ 1 0 0 ] children [ DEF G{} Shape {{ geometry "
      "Sphere "
      "{{ radius 0.3 subdivision 4 }} }} ] boundingObject USE G{} }}\n",
      4 * std::cos(elevation) * std::cos(azimuth), 4 * std::cos(elevation) * std::sin(azimuth), 4 * std::sin(elevation),
      name, name, name);
}

struct Recognizer {
  Rendered rendered;
  View view;
  Recognizer(Projection projection, int width, int height, double field_of_view, const std::string& nodes,
             const std::string& fields = "")
      : rendered("Robot { children [ Camera { recognition DEF R Recognition { " + fields + " } } ] }\n" + nodes),
        view(Rendered::view(width, height, field_of_view)) {
    view.projection = projection;
  }
  std::vector<RecognizedObject> objects() {
    Stage& stage = rendered.world().simulation().scene();
    return recognize(stage.solids(), stage.parts().get<Raycaster>(), *stage.world().find_def("R"), view, nullptr);
  }
  // Of the pixels that the segmentation image shows in red: first and last column, first and last row.
  std::array<int, 4> shown() {
    std::vector<std::uint8_t> bgra(4 * std::size_t(view.width) * std::size_t(view.height));
    rendered.renderer().take_segmentation(view, bgra);
    std::array<int, 4> bounds = {view.width, -1, view.height, -1};
    for (int y = 0; y < view.height; ++y)
      for (int x = 0; x < view.width; ++x)
        if (bgra[4 * std::size_t(y * view.width + x) + 2] == 255)
          bounds = {std::min(bounds[0], x), std::max(bounds[1], x), std::min(bounds[2], y), std::max(bounds[3], y)};
    return bounds;
  }
};

}  // namespace

// The ball is seen under 2 asin(0.3 / 4); the box towards it, whose near side is at 3.7, under at most 2 atan(0.3
// / 3.7).
TEST_CASE("a recognized object is where a cylindrical camera shows it") {
  Recognizer camera(Projection::Cylindrical, 400, 100, 2.8, ball("a", 0.8, 0.1));
  const auto objects = camera.objects();
  REQUIRE(objects.size() == 1);
  const double per_radian = 400 / 2.8;
  CHECK(objects[0].position_on_image[0] == Approx(200 - 0.8 * per_radian).margin(1.5));
  CHECK(objects[0].position_on_image[1] == Approx(50 - 0.1 * per_radian).margin(1.5));
  for (const int size : objects[0].size_on_image) {
    CHECK(size >= int(2 * std::asin(0.3 / 4) * per_radian) - 1);
    CHECK(size <= int(2 * std::atan(0.3 / 3.7) * per_radian) + 1);
  }
  CHECK(objects[0].position.x() == Approx(4 * std::cos(0.1) * std::cos(0.8)));
}

// Off the axis by the angle between them; the way on the image as that of the ball across the axis.
TEST_CASE("a recognized object is where a spherical camera shows it") {
  Recognizer camera(Projection::Spherical, 200, 200, 2.8, ball("a", 0.8, 0.1));
  const auto objects = camera.objects();
  REQUIRE(objects.size() == 1);
  const double y = std::cos(0.1) * std::sin(0.8), z = std::sin(0.1), side = std::hypot(y, z),
               off = std::acos(std::cos(0.1) * std::cos(0.8)) / 2.8 * 200;
  CHECK(objects[0].position_on_image[0] == Approx(100 - off * y / side).margin(1.5));
  CHECK(objects[0].position_on_image[1] == Approx(100 - off * z / side).margin(1.5));
}

TEST_CASE(
    "what a recognized object takes of the image holds what the segmentation image shows of it, and little more") {
  for (const Projection projection : {Projection::Cylindrical, Projection::Spherical})
    for (const double azimuth : {0.0, 0.4, 1.1, -1.6, 2.4, -2.9})
      for (const double elevation : {0.0, 0.3, -0.6}) {
        // Such that each direction is on the image once: to 4.4 sqrt(1/2) = 3.11 off the axis.
        Recognizer camera(projection, 300, 200, projection == Projection::Spherical ? 4.4 : 6,
                          ball("a", azimuth, elevation));
        const auto [left, right, top, bottom] = camera.shown();
        if (right < 0) continue;
        INFO(int(projection) << ": " << azimuth << ", " << elevation);
        const auto objects = camera.objects();
        REQUIRE(objects.size() == 1);
        const int x = objects[0].position_on_image[0], y = objects[0].position_on_image[1],
                  width = objects[0].size_on_image[0], height = objects[0].size_on_image[1];
        CHECK(x - width / 2 <= left + 1);
        CHECK(x + width / 2 >= right - 1);
        CHECK(y - height / 2 <= top + 1);
        CHECK(y + height / 2 >= bottom - 1);
        // A square around a circle, whichever way it is turned, takes sqrt(2) of its width.
        if (std::abs(azimuth) > 2) continue;
        CHECK(width <= 1.5 * (right - left + 1) + 3);
        CHECK(height <= 1.5 * (bottom - top + 1) + 3);
      }
}

TEST_CASE("a camera that sees all around lists what is beside and behind it") {
  const std::string balls = ball("front", 0, 0) + ball("left", 1.6, 0.2) + ball("right", -1.6, 0) +
                            ball("back_left", 2.6, 0) + ball("back", 3.141592653589793, 0.3);
  const Names all = {"front", "left", "right", "back_left", "back"};
  for (const char* occlusion : {"occlusion 0", "occlusion 1", "occlusion 2"}) {
    CHECK(names(Recognizer(Projection::Cylindrical, 400, 100, 6.283, balls, occlusion).objects()) == all);
    CHECK(names(Recognizer(Projection::Spherical, 200, 200, 6.283, balls, occlusion).objects()) == all);
  }
  // Of 2.8 rad half are to each side: 1.4.
  CHECK(names(Recognizer(Projection::Cylindrical, 400, 100, 2.8, balls).objects()) == Names{"front"});
  // The corners of a square are sqrt(1/2) 2.8 = 1.98 off the axis, its sides 1.4.
  CHECK(names(Recognizer(Projection::Spherical, 200, 200, 2.8, balls).objects()) == Names{"front"});
  // Across the cut behind it a thing is at both ends of the image.
  const auto behind = Recognizer(Projection::Cylindrical, 400, 100, 6.283, ball("a", 3.141592653589793, 0)).objects();
  REQUIRE(behind.size() == 1);
  CHECK(behind[0].size_on_image[0] == 399);
  CHECK(behind[0].position_on_image[0] == 200);
}

TEST_CASE("what hides an object beside a cylindrical camera is asked along the way to it") {
  // A post at 2 m hides the middle of a wall at 5 m beside the camera, which is 4 m wide along x.
  const std::string post = "Solid { translation 0 2 0 name \"post\" boundingObject Box { size 0.2 0.2 4 } }\n",
                    wide =
                        "Solid { translation 0 5 0 name \"wide\" recognitionColors [ 1 0 0 ] boundingObject Box { size "
                        "4 0.1 1 } }\n";
  const auto listed = [&](const char* fields) {
    return names(Recognizer(Projection::Cylindrical, 400, 100, 6, post + wide, fields).objects());
  };
  CHECK(listed("occlusion 0") == Names{"wide"});
  CHECK(listed("occlusion 1").empty());
  CHECK(listed("occlusion 2") == Names{"wide"});
}

TEST_CASE("recognition has a range, a largest number and occlusion") {
  const std::string near = object("near", 2, 0, 1, "1 0 0"), far = object("far", 6, 0.2, 0.4, "1 0 0"),
                    beside = object("beside", 3, 1.2, 0.3, "0 0 1"), plain = object("plain", 2, -0.5, 0.1, "");
  CHECK(recognized("occlusion 0", near + far + beside + plain) == Names{"near", "far", "beside"});
  CHECK(recognized("occlusion 1", near + far + beside + plain) == Names{"near", "beside"});
  CHECK(recognized("occlusion 0 maxRange 4", near + far + beside) == Names{"near", "beside"});
  CHECK(recognized("occlusion 0 maxObjects 2", far + near + beside) == Names{"near", "beside"});
  CHECK(recognized("occlusion 0", object("behind", -2, 0, 1, "1 0 0")).empty());
  // A post hides the middle, not the outline.
  const std::string post = object("post", 2, 0, 0.2, ""), wide = object("wide", 5, 0, 2, "1 0 0");
  CHECK(recognized("occlusion 1", post + wide).empty());
  CHECK(recognized("occlusion 2", post + wide) == Names{"wide"});
}

TEST_CASE("the segmentation image shows the first colour of what is recognized, and black") {
  Rendered rendered(object("a", 2, 0.5, 0.5, "1 0.5 0, 0 1 0") + object("b", 2, -0.5, 0.5, ""));
  const View view = Rendered::view(100, 50, 1);
  std::vector<std::uint8_t> bgra(4 * 100 * 50);
  rendered.renderer().take_segmentation(view, bgra);
  const auto at = [&](int x, int y) {
    const std::uint8_t* p = &bgra[4 * std::size_t(100 * y + x)];
    return std::array<int, 3>{p[2], p[1], p[0]};
  };
  CHECK(at(27, 25) == std::array<int, 3>{255, 128, 0});
  CHECK(at(73, 25) == std::array<int, 3>{0, 0, 0});
  CHECK(at(50, 2) == std::array<int, 3>{0, 0, 0});
}
