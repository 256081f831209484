// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images on surfaces: nearest and mean, wrapping, levels of detail.
#include "engine/render/materials/texture.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "engine/render/scene/tessellation.h"
#include "engine/shapes/shape.h"
#include "engine/shapes/surface.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

using namespace lightsout;

namespace {

// Squares of one pixel, white where x + y is even.
Image checkerboard(int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 4; ++c) image.rgba.push_back(c == 3 || (x + y) % 2 == 0 ? 255 : 0);
  return image;
}

}  // namespace

TEST_CASE("the nearest texel, t upwards, repeated or held at the rim") {
  Image image{2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};
  const Texture texture(image, true);
  const auto at = [&](float s, float t, Texture::Wrap wrap = {}) {
    const Texel texel = texture.nearest(s, t, wrap);
    return std::array<float, 3>{texel[0], texel[1], texel[2]};
  };
  const std::array<float, 3> red = {1, 0, 0}, green = {0, 1, 0}, blue = {0, 0, 1};
  CHECK(at(0.2f, 0.8f) == red);
  CHECK(at(0.8f, 0.8f) == green);
  CHECK(at(0.2f, 0.2f) == blue);
  CHECK(at(1.2f, 0.8f) == red);
  CHECK(at(-0.2f, 0.8f) == green);
  CHECK(at(-0.2f, 0.8f, {false, true}) == red);
  CHECK(at(1.7f, 0.8f, {false, true}) == green);
  CHECK(at(1e30f, 0.8f) == red);
}

// Half of the texels are white: half of the light, not the light of byte 128.
TEST_CASE("a checkerboard finer than a pixel is the mean of its light") {
  for (const int size : {64, 100}) {
    const Texture texture(checkerboard(size, size), true);
    for (const float width : {8.0f, 20.0f, 64.0f}) {
      const float part = width / float(size);
      CHECK(texture.mean(0.31f, 0.77f, {part, 0, 0, part}, 1, {})[0] == Approx(0.5).margin(0.02));
      CHECK(texture.mean(0.31f, 0.77f, {part, 0, 0, part / 6}, 8, {})[1] == Approx(0.5).margin(0.02));
    }
  }
}

TEST_CASE("numbers in an image are not taken for colours") {
  Image image{1, 1, {128, 128, 128, 255}};
  CHECK(Texture(image, false).nearest(0, 0, {})[0] == Approx(128 / 255.0));
  CHECK(Texture(image, true).nearest(0, 0, {})[0] == Approx(0.2158).margin(1e-3));
}

TEST_CASE("footprints that are no numbers or endless are survived") {
  const Texture texture(checkerboard(16, 16), true);
  const float nan = __builtin_nanf(""), infinite = __builtin_inff();
  texture.mean(nan, nan, {nan, nan, nan, nan}, 16, {});
  CHECK(texture.mean(0.5f, 0.5f, {infinite, 0, 0, infinite}, 16, {})[0] == Approx(0.5).margin(0.02));
}

// Between the middles of two texels light changes evenly. Middles lie at (i + 1/2) / width.
TEST_CASE("between texels light is mixed by the way to them, and held or repeated beyond the rims") {
  Image image{8, 4, {}};
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      for (int c = 0; c < 4; ++c)
        image.rgba.push_back(c == 0 ? std::uint8_t(30 * x) : c == 1 ? std::uint8_t(60 * y) : 255);
  const Texture texture(image, false);
  const std::array<float, 4> small = {0.01f, 0, 0, 0.01f};
  for (float s = 0.07f; s < 0.93f; s += 0.013f)
    for (float t = 0.13f; t < 0.87f; t += 0.017f) {
      const Texel texel = texture.mean(s, t, small, 1, {});
      CHECK(texel[0] == Approx((s * 8 - 0.5) * 30 / 255).margin(2e-5));
      CHECK(texel[1] == Approx(((1 - t) * 4 - 0.5) * 60 / 255).margin(2e-5));
    }
  const auto red = [&](float s, bool repeat) { return texture.mean(s, 0.5f, small, 1, {repeat, true})[0]; };
  CHECK(red(0, true) == Approx(210 / 2.0 / 255).margin(2e-5));  // between the last and the first
  CHECK(red(1, true) == red(0, true));
  CHECK(red(-3, true) == red(0, true));
  CHECK(red(0, false) == 0);
  CHECK(red(-0.3f, false) == 0);
  CHECK(red(1, false) == Approx(210 / 255.0));
  CHECK(red(40, false) == Approx(210 / 255.0));
}

TEST_CASE("pixels that are looked at together are those that are looked at alone") {
  const Texture texture(checkerboard(100, 60), true);
  constexpr std::size_t count = Texture::Pixels::most;
  std::array<std::array<float, count>, 6> lists;
  std::uint32_t random = 1;
  const auto next = [&] { return float((random = random * 1664525 + 1013904223) >> 8) / float(1 << 24); };
  for (int round = 0; round < 50; ++round) {
    for (std::size_t k = 0; k < count; ++k) {
      lists[0][k] = 3 * next() - 1;
      lists[1][k] = 3 * next() - 1;
      for (std::size_t i = 2; i < 6; ++i)
        lists[i][k] = std::pow(10.0f, 5 * next() - 4) * (next() < 0.5f ? -1.0f : 1.0f);
    }
    const Texture::Wrap wrap{round % 2 == 0, round % 4 < 2};
    std::array<Texel, count> together;
    const std::size_t begin = std::size_t(round) % 7, end = count - std::size_t(round) % 5;
    texture.means(
        {lists[0].data(), lists[1].data(), lists[2].data(), lists[3].data(), lists[4].data(), lists[5].data()}, begin,
        end, 8, wrap, together.data());
    for (std::size_t k = begin; k < end; ++k) {
      const Texel alone =
          texture.mean(lists[0][k], lists[1][k], {lists[2][k], lists[3][k], lists[4][k], lists[5][k]}, 8, wrap);
      for (int c = 0; c < 4; ++c) REQUIRE(together[k][c] == alone[c]);
      REQUIRE(alone[0] >= 0);
      REQUIRE(alone[0] <= 1);
    }
  }
}

namespace {

// Where the image lies at a point of the primitive, by who draws it and by who measures infra-red there.
struct Wrapped {
  explicit Wrapped(const std::string& geometry, ShapeKind kind, const Eigen::Vector3d& size) {
    Diagnostics diagnostics;
    const auto world = load_world_text("#VRML_SIM R2025a utf8\nShape { geometry " + geometry + " }", "/nowhere/x.wbt",
                                       LoadOptions(), diagnostics);
    mesh = tessellate(*world->nodes().back()->node("geometry"));
    shape.kind = kind;
    shape.size = size;
  }
  // The corner of the mesh that is nearest to the point, of those on the side of its seam where s is greater than 0.
  Eigen::Vector2f drawn(const Eigen::Vector3f& point) const {
    std::size_t best = 0;
    const auto distance = [&](std::size_t i) {
      return (mesh.positions[i] - point).norm() + (mesh.coordinates[i].x() > 0.999f ? 1e-3f : 0);
    };
    for (std::size_t i = 1; i < mesh.positions.size(); ++i)
      if (distance(i) < distance(best)) best = i;
    CHECK(distance(best) < 1e-5f);
    return mesh.coordinates[best];
  }
  void check(double x, double y, double z, double s, double t) const {
    const Eigen::Vector2f shown = drawn(Eigen::Vector3d(x, y, z).cast<float>());
    CHECK(shown.x() == Approx(s).margin(1e-5));
    CHECK(shown.y() == Approx(t).margin(1e-5));
    const Eigen::Vector2d measured = texture_coordinates(shape, {x, y, z});
    CHECK(measured.x() == Approx(s).margin(1e-9));
    CHECK(measured.y() == Approx(t).margin(1e-9));
  }

  SurfaceMesh mesh;
  Shape shape;
};

}  // namespace

// The manual: the seam of a cylinder, a cone and a sphere is in the yz plane on the left (+y), from which the image
// goes counterclockwise as seen from above; that of a capsule too, "divided in three equally sized parts".
TEST_CASE("images are wrapped around round shapes from their left, and a capsule has a third for each part") {
  const Wrapped cylinder("Cylinder { radius 1 height 2 subdivision 8 }", ShapeKind::Cylinder, {1, 2, 0});
  const Wrapped sphere("Sphere { radius 1 }", ShapeKind::Sphere, {1, 0, 0});
  const Wrapped capsule("Capsule { radius 1 height 3 subdivision 8 }", ShapeKind::Capsule, {1, 3, 0});
  const struct { double x, y, s; } round[] = {{0, 1, 0}, {-1, 0, 0.25}, {0, -1, 0.5}, {1, 0, 0.75}};
  for (const auto& at : round) {
    CHECK(texture_coordinates(cylinder.shape, {at.x, at.y, 0.5}).x() == Approx(at.s).margin(1e-12));
    sphere.check(at.x, at.y, 0, at.s, 0.5);
    capsule.check(at.x, at.y, -1.5, at.s, 1 / 3.0);
    capsule.check(at.x, at.y, 1.5, at.s, 2 / 3.0);
    const Eigen::Vector2f drawn = cylinder.drawn(Eigen::Vector3d(at.x, at.y, 1).cast<float>());
    CHECK(drawn.x() == Approx(at.s).margin(1e-5));
    CHECK(drawn.y() == Approx(1));
  }
  // Half way from the pole to the rim.
  const double h = std::sqrt(0.5);
  capsule.check(0, h, 1.5 + h, 0, 5 / 6.0);
  capsule.check(-h, 0, -1.5 - h, 0.25, 1 / 6.0);
  sphere.check(0, -h, h, 0.5, 0.75);
}
