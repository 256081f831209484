// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/render/color.h"
#include "engine/shapes/screens.h"

namespace lightsout {
namespace {

// floor() of a number of less than 2^31 in size, which is a call elsewhere.
int whole(float x) {
  const int i = int(x);
  return float(i) > x ? i - 1 : i;
}

// Of a number that may be huge or none.
int wrapped(float place, int size, bool repeat) {
  if (!(std::abs(place) < 1e9f)) return 0;
  const int i = whole(place);
  if (!repeat) return std::clamp(i, 0, size - 1);
  // Seldom outside: places were reduced before.
  if (unsigned(i) < unsigned(size)) return i;
  const int rest = i % size;
  return rest < 0 ? rest + size : rest;
}

// log2, to a hundredth: the part above the power of two by a parabola through its ends and its middle.
float rough_log2(float x) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  const float part = __builtin_bit_cast(float, (bits & 0x7fffffu) | 0x3f800000u) - 1;
  return float(int(bits >> 23) - 127) + part * (1.3465f - 0.3465f * part);
}

// For s in repeated images, so that its fraction is exact enough.
float reduced(float place, bool repeat) {
  if (!(std::abs(place) < 1e9f)) return 0;
  return repeat ? place - float(whole(place)) : std::clamp(place, -1.0f, 2.0f);
}

}  // namespace

Texture::Texture(const Image& image, bool is_color) {
  Level level{image.width, image.height, {}};
  level.texels.resize(image.rgba.size());
  const auto& linear = linear_of_byte();
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    for (std::size_t k = 0; k < 3; ++k)
      level.texels[i + k] = is_color ? linear[image.rgba[i + k]] : std::uint16_t(257 * image.rgba[i + k]);
    level.texels[i + 3] = std::uint16_t(257 * image.rgba[i + 3]);
    has_alpha_ |= image.rgba[i + 3] != 255;
  }
  if (is_color)
    for (std::size_t i = 0; i < image.light.size(); ++i)
      level.texels[i / 3 * 4 + i % 3] = std::uint16_t(65535 * std::clamp(image.light[i], 0.0f, 1.0f) + 0.5f);
  levels_.push_back(std::move(level));
  // Images with alpha are not filtered.
  while (!has_alpha_ && (levels_.back().width > 1 || levels_.back().height > 1))
    levels_.push_back(halved(levels_.back()));
}

// The mean of what each texel covers, also where a size is odd.
Texture::Level Texture::halved(const Level& level) {
  Level half{std::max(1, level.width / 2), std::max(1, level.height / 2), {}};
  half.texels.resize(std::size_t(half.width) * std::size_t(half.height) * 4);
  struct Share {
    int at;
    double weight;
  };
  const auto covered = [](int i, int size, int halves) {
    const double begin = double(i) * size / halves, end = double(i + 1) * size / halves;
    std::vector<Share> parts;
    for (int k = int(begin); k < size && k < end; ++k)
      parts.push_back({k, std::min(end, k + 1.0) - std::max(begin, double(k))});
    return parts;
  };
  std::vector<std::vector<Share>> columns;
  for (int x = 0; x < half.width; ++x) columns.push_back(covered(x, level.width, half.width));
  for (int y = 0; y < half.height; ++y) {
    const auto rows = covered(y, level.height, half.height);
    for (int x = 0; x < half.width; ++x) {
      double sum[4] = {}, weights = 0;
      for (const Share& row : rows)
        for (const Share& column : columns[std::size_t(x)]) {
          const double weight = row.weight * column.weight;
          const std::uint16_t* texel =
              &level.texels[(std::size_t(row.at) * std::size_t(level.width) + std::size_t(column.at)) * 4];
          for (int k = 0; k < 4; ++k) sum[k] += weight * texel[k];
          weights += weight;
        }
      std::uint16_t* to = &half.texels[(std::size_t(y) * std::size_t(half.width) + std::size_t(x)) * 4];
      for (int k = 0; k < 4; ++k) to[k] = std::uint16_t(sum[k] / weights + 0.5);
    }
  }
  return half;
}

Texel Texture::nearest(float s, float t, Wrap wrap) const {
  const Level& level = levels_[0];
  const int x = wrapped(reduced(s, wrap.repeat_s) * float(level.width), level.width, wrap.repeat_s),
            y = wrapped((1 - reduced(t, wrap.repeat_t)) * float(level.height), level.height, wrap.repeat_t);
  const std::uint16_t* texel = &level.texels[(std::size_t(y) * std::size_t(level.width) + std::size_t(x)) * 4];
  constexpr float part = 1 / 65535.0f;
  return Texel{float(texel[0]), float(texel[1]), float(texel[2]), float(texel[3])} * part;
}

// `s` and `t` are reduced.
Texel Texture::linear(const Level& level, float s, float t, Wrap wrap) const {
  const float x = s * float(level.width) - 0.5f, y = (1 - t) * float(level.height) - 0.5f;
  const int left = whole(x), top = whole(y);
  const float fx = x - float(left), fy = y - float(top);
  const auto within = [](int place, int size, bool repeat) {
    if (!repeat) return std::clamp(place, 0, size - 1);
    // Out by one at most.
    return place < 0 ? place + size : place >= size ? place - size : place;
  };
  const int x0 = within(left, level.width, wrap.repeat_s), x1 = within(left + 1, level.width, wrap.repeat_s),
            y0 = within(top, level.height, wrap.repeat_t), y1 = within(top + 1, level.height, wrap.repeat_t);
  const std::uint16_t* const upper = level.texels.data() + std::size_t(y0) * std::size_t(level.width) * 4;
  const std::uint16_t* const lower = level.texels.data() + std::size_t(y1) * std::size_t(level.width) * 4;
  const auto at = [](const std::uint16_t* row, int column) {
    using Stored = std::uint16_t __attribute__((vector_size(8)));
    using Whole = std::int32_t __attribute__((vector_size(16)));
    Stored texel;
    std::memcpy(&texel, row + std::size_t(column) * 4, sizeof texel);
    return __builtin_convertvector(__builtin_convertvector(texel, Whole), Texel);
  };
  const Texel above = at(upper, x0) * (1 - fx) + at(upper, x1) * fx,
              below = at(lower, x0) * (1 - fx) + at(lower, x1) * fx;
  constexpr float part = 1 / 65535.0f;
  return (above * (1 - fy) + below * fy) * part;
}

Texel Texture::between_levels(float s, float t, float level, Wrap wrap) const {
  s = reduced(s, wrap.repeat_s);
  t = reduced(t, wrap.repeat_t);
  const float last = float(levels_.size() - 1);
  level = std::clamp(level, 0.0f, last);
  const auto below = std::size_t(level);
  const float part = level - float(below);
  const Texel coarse_or_only = linear(levels_[below], s, t, wrap);
  if (part < 1 / 64.0f || below + 1 >= levels_.size()) return coarse_or_only;
  return coarse_or_only * (1 - part) + linear(levels_[below + 1], s, t, wrap) * part;
}

// Along the longer axis of the footprint as many probes as it is longer than the shorter one, each of a level whose
// texels are as large as the shorter one (or the longer divided by the probes).
Texel Texture::mean(float s, float t, const std::array<float, 4>& footprint, int probes, Wrap wrap) const {
  if (levels_.size() == 1) return nearest(s, t, wrap);
  const float w = float(width()), h = float(height());
  const float ax = footprint[0] * w, ay = footprint[1] * h, bx = footprint[2] * w, by = footprint[3] * h;
  float longer = ax * ax + ay * ay, shorter = bx * bx + by * by;
  float ds = footprint[0], dt = footprint[1];
  if (shorter > longer) {
    std::swap(longer, shorter);
    ds = footprint[2];
    dt = footprint[3];
  }
  longer = std::sqrt(longer);
  shorter = std::sqrt(shorter);
  if (!(longer > 1)) return between_levels(s, t, 0, wrap);
  if (!(longer < 1e12f)) return between_levels(s, t, 1e9f, wrap);
  const float least = std::max(shorter, 1.0f);
  const int count = std::clamp(int(std::ceil(longer / least - 0.25f)), 1, probes);
  const float level = rough_log2(std::max(longer / float(count), 1.0f));
  if (count == 1) return between_levels(s, t, level, wrap);
  Texel sum = {};
  for (int i = 0; i < count; ++i) {
    const float along = (float(i) + 0.5f) / float(count) - 0.5f;
    sum += between_levels(s + along * ds, t + along * dt, level, wrap);
  }
  return sum * (1 / float(count));
}

const Texture* ScreenTextures::find(const Screen& screen) {
  Shown& shown = screens_[&screen];
  if (shown.texture && shown.generation == screen.generation) return shown.texture.get();
  // Where nothing was drawn yet it is black.
  static const Bitmap black(1, 1, Canvas::black);
  const Bitmap& picture = screen.picture && !screen.picture->pixels.empty() ? *screen.picture : black;
  Image image{picture.width, picture.height, {}};
  image.rgba.reserve(4 * picture.pixels.size());
  for (const Pixel& pixel : picture.pixels)
    image.rgba.insert(image.rgba.end(), {pixel.red, pixel.green, pixel.blue, pixel.alpha});
  shown = {screen.generation, std::make_unique<const Texture>(image, true)};
  return shown.texture.get();
}

}  // namespace lightsout
