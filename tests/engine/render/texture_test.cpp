// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images on surfaces: nearest and mean, wrapping, levels of detail.
#include "engine/render/texture.h"

#include <catch2/catch.hpp>

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
