// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lightsout {
namespace {

// Along a row or a column of `count` pixels that lie `step` apart; beyond its ends it goes on as it ends.
void soften_line(const float* from, float* to, int count, std::size_t step, int radius) {
  const auto at = [&](int i, std::size_t c) {
    return double(from[std::size_t(std::clamp(i, 0, count - 1)) * step + c]);
  };
  for (std::size_t c = 0; c < 3; ++c) {
    double sum = 0;
    for (int i = -radius; i <= radius; ++i) sum += at(i, c);
    for (int i = 0; i < count; ++i) {
      to[std::size_t(i) * step + c] = float(sum / (2 * radius + 1));
      sum += at(i + radius + 1, c) - at(i - radius, c);
    }
  }
}

}  // namespace

Picture softened(const Picture& picture, int radius) {
  Picture one = picture, other = picture;
  const std::size_t row = 3 * std::size_t(picture.width);
  for (int pass = 0; pass < 3; ++pass) {
    for (int y = 0; y < picture.height; ++y) soften_line(one.pixel(0, y), other.pixel(0, y), picture.width, 3, radius);
    for (int x = 0; x < picture.width; ++x)
      soften_line(other.pixel(x, 0), one.pixel(x, 0), picture.height, row, radius);
  }
  return one;
}

void add_bloom(Picture& picture, float threshold) {
  Picture bright = picture;
  bool any = false;
  for (float& light : bright.light) {
    light = std::max(light - threshold, 0.0f);
    any |= light > 0;
  }
  if (!any) return;
  const Picture glow = softened(bright, std::max(1, picture.width / 120));
  for (std::size_t i = 0; i < picture.light.size(); ++i) picture.light[i] += glow.light[i];
}

void blur_out_of_focus(Picture& picture, float distance, float length) {
  const Picture soft = softened(picture, std::max(1, picture.width / 240));
  for (std::size_t i = 0; i < picture.nearness.size(); ++i) {
    // Nothing is infinitely far away.
    const float near = picture.nearness[i], off = near > 0 ? std::abs(1 / near - distance) : INFINITY;
    const float part = std::clamp((off - length) / length, 0.0f, 1.0f);
    for (std::size_t c = 3 * i; c < 3 * i + 3; ++c) picture.light[c] += part * (soft.light[c] - picture.light[c]);
  }
}

}  // namespace lightsout
