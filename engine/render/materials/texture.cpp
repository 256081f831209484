// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/materials/texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/render/materials/color.h"
#include "engine/shapes/screens.h"

namespace lightsout {
namespace {

using Ints = std::int32_t __attribute__((vector_size(16)));

// floor() of a number of less than 2^31 in size, which is a call elsewhere.
int whole(float x) {
  const int i = int(x);
  return float(i) > x ? i - 1 : i;
}

Ints whole(Texel x) {
  const Ints i = __builtin_convertvector(x, Ints);
  return i + (__builtin_convertvector(i, Texel) > x);  // true is -1
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
  if (level.width % 2 == 0 && level.height % 2 == 0) {
    // Four whole texels each; their sum is exact, and so is the rounding of a quarter of it.
    const std::size_t row = 4 * std::size_t(level.width);
    for (std::size_t y = 0; y < std::size_t(half.height); ++y) {
      const std::uint16_t *const upper = &level.texels[2 * y * row], *const lower = upper + row;
      std::uint16_t* const to = &half.texels[y * row / 2];
      for (std::size_t x = 0; x < row; x += 8)
        for (std::size_t k = 0; k < 4; ++k) {
          const std::uint32_t sum = 0u + upper[x + k] + upper[x + 4 + k] + lower[x + k] + lower[x + 4 + k];
          to[x / 2 + k] = std::uint16_t((sum + 2) / 4);
        }
    }
    return half;
  }
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

[[gnu::always_inline]] inline Texture::Spot Texture::spot(const Level& level, int left, int right, int top, int bottom,
                                                          float to_right, float to_lower) {
  const std::size_t row = std::size_t(level.width) * 4;
  const std::uint16_t* const texels = level.texels.data();
  return {texels + std::size_t(top) * row, texels + std::size_t(bottom) * row, 4 * left, 4 * right, to_right, to_lower};
}

// A large image is in no cache: what a batch of pixels reads is asked for before any of it is waited for. Without it
// images of 640x480 take 8 to 12 % longer (render_bench).
[[gnu::always_inline]] inline void Texture::Spot::fetch() const {
  __builtin_prefetch(upper + left);
  __builtin_prefetch(lower + left);
}

[[gnu::always_inline]] inline Texel Texture::Spot::read() const {
  const auto at = [](const std::uint16_t* texel) {
    using Stored = std::uint16_t __attribute__((vector_size(8)));
    Stored stored;
    std::memcpy(&stored, texel, sizeof stored);
    return __builtin_convertvector(__builtin_convertvector(stored, Ints), Texel);
  };
  const Texel above = at(upper + left) * (1 - to_right) + at(upper + right) * to_right,
              below = at(lower + left) * (1 - to_right) + at(lower + right) * to_right;
  constexpr float part = 1 / 65535.0f;
  return (above * (1 - to_lower) + below * to_lower) * part;
}

[[gnu::always_inline]] inline Texel Texture::Probe::read() const {
  const Texel of_fine = fine.read();
  return of_coarse > 0 ? of_fine * (1 - of_coarse) + coarse.read() * of_coarse : of_fine;
}

// The two nearest levels are mixed over the middle two thirds of the way between them; beside a level it alone shows.
[[gnu::always_inline]] inline Texture::Levels Texture::levels_of(float level) const {
  const auto last = levels_.size() - 1;
  level = std::clamp(level, 0.0f, float(last));
  auto first = std::size_t(level);
  const float part = (level - float(first) - 1 / 6.0f) * 1.5f;
  if (part >= 1 && first < last) ++first;
  const bool are_two = part > 0 && part < 1 && first < last;
  return {&levels_[first], &levels_[first + are_two], are_two ? part : 0};
}

[[gnu::always_inline]] inline void Texture::find_probe(float s, float t, const Levels& levels, Wrap wrap, Probe& to) {
  const Level &fine = *levels.fine, &coarse = *levels.coarse;
  // Of both levels together: x and y of the fine one, then of the coarse one.
  const Ints size = {fine.width, fine.height, coarse.width, coarse.height};
  const float reduced_s = reduced(s, wrap.repeat_s), reduced_t = 1 - reduced(t, wrap.repeat_t);
  const Texel place = Texel{reduced_s, reduced_t, reduced_s, reduced_t} * __builtin_convertvector(size, Texel) - 0.5f;
  Ints low = whole(place);
  const Texel part_of = place - __builtin_convertvector(low, Texel);
  Ints high = low + 1;
  if (wrap.repeat_s && wrap.repeat_t) {
    // Out by one at most.
    low += (low < 0) & size;
    high -= (high >= size) & size;
  } else {
    for (int i = 0; i < 4; ++i) {
      const bool repeats = i % 2 == 0 ? wrap.repeat_s : wrap.repeat_t;
      low[i] = repeats ? low[i] + (low[i] < 0 ? size[i] : 0) : std::clamp(low[i], 0, size[i] - 1);
      high[i] = repeats ? high[i] - (high[i] >= size[i] ? size[i] : 0) : std::clamp(high[i], 0, size[i] - 1);
    }
  }
  to.of_coarse = levels.of_coarse;
  to.fine = spot(fine, low[0], high[0], low[1], high[1], part_of[0], part_of[1]);
  to.fine.fetch();
  if (!(levels.of_coarse > 0)) return;
  to.coarse = spot(coarse, low[2], high[2], low[3], high[3], part_of[2], part_of[3]);
  to.coarse.fetch();
}

// Along the longer axis of the footprint as many probes as it is longer than the shorter one, each of a level whose
// texels are as large as the shorter one (or the longer divided by the probes). A footprint that is huge, or no number,
// has one probe of the coarsest level.
void Texture::find_probes(const Pixels& pixels, std::size_t begin, std::size_t end, int most, Probes& probes) const {
  constexpr float huge = 1e12f;
  const float w = float(width()), h = float(height()), limit = float(most);
  const float *const __restrict right_s = pixels.right_s, *const __restrict right_t = pixels.right_t,
              *const __restrict down_s = pixels.down_s, *const __restrict down_t = pixels.down_t;
  float *const __restrict ds = probes.ds.data(), *const __restrict dt = probes.dt.data(),
                          *const __restrict level = probes.level.data();
  std::int32_t* const __restrict count = probes.count.data();
  for (std::size_t k = begin; k < end; ++k) {
    const float ax = right_s[k] * w, ay = right_t[k] * h, bx = down_s[k] * w, by = down_t[k] * h;
    const float right2 = ax * ax + ay * ay, down2 = bx * bx + by * by;
    const bool is_down = down2 > right2;
    const float long_way = std::sqrt(is_down ? down2 : right2), short_way = std::sqrt(is_down ? right2 : down2);
    const float longer = long_way < huge ? long_way : huge, shorter = short_way > 1 ? short_way : 1.0f;
    const float ratio = longer / shorter - 0.25f, bounded = ratio < limit ? ratio : limit;
    const int cut = int(bounded), above = cut + (float(cut) < bounded ? 1 : 0);
    const int probed = longer < huge && above > 1 ? above : 1;
    const float size = longer / float(probed);
    ds[k] = is_down ? down_s[k] : right_s[k];
    dt[k] = is_down ? down_t[k] : right_t[k];
    level[k] = rough_log2(size > 1 ? size : 1.0f);
    count[k] = probed;
  }
}

void Texture::means(const Pixels& pixels, std::size_t begin, std::size_t end, int probes, Wrap wrap,
                    Texel* means) const {
  if (levels_.size() == 1) {
    for (std::size_t k = begin; k < end; ++k) means[k] = nearest(pixels.s[k], pixels.t[k], wrap);
    return;
  }
  Probes probed;
  find_probes(pixels, begin, end, probes, probed);
  constexpr std::size_t ahead = 64;
  std::array<Probe, ahead> found;
  std::size_t count = 0;
  // In the order in which they were found: the sum of a pixel does not depend on where the list was full.
  const auto read = [&] {
    for (std::size_t i = 0; i < count; ++i) means[found[i].pixel] += found[i].read();
    count = 0;
  };
  for (std::size_t k = begin; k < end; ++k) {
    const Levels levels = levels_of(probed.level[k]);
    const std::int32_t of_pixel = probed.count[k];
    means[k] = Texel{-0.0f, -0.0f, -0.0f, -0.0f};  // and anything is that to the bit
    for (std::int32_t i = 0; i < of_pixel; ++i) {
      if (count == ahead) read();
      // Nothing may come of the axis where there is but one probe, not even of one that is no number.
      const float along = (float(i) + 0.5f) / float(of_pixel) - 0.5f;
      const float ds = along != 0 ? along * probed.ds[k] : 0, dt = along != 0 ? along * probed.dt[k] : 0;
      found[count].pixel = k;
      find_probe(pixels.s[k] + ds, pixels.t[k] + dt, levels, wrap, found[count++]);
    }
  }
  read();
  for (std::size_t k = begin; k < end; ++k)
    if (probed.count[k] > 1) means[k] *= 1 / float(probed.count[k]);
}

Texel Texture::mean(float s, float t, const std::array<float, 4>& footprint, int probes, Wrap wrap) const {
  Texel mean;
  means({&s, &t, &footprint[0], &footprint[1], &footprint[2], &footprint[3]}, 0, 1, probes, wrap, &mean);
  return mean;
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
