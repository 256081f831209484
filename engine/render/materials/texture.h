// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images on surfaces: levels of half the size each, in 16-bit linear light (or plain numbers), and the mean of what a
// pixel covers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "engine/image/image_file.h"

namespace lightsout {

struct Screen;

// Red, green, blue, alpha in [0, 1].
using Texel = float __attribute__((vector_size(16)));

class Texture {
 public:
  // `is_color`: its bytes are sRGB, else plain parts of 255. Of an HDR image, which is linear, light beyond 1 is 1.
  Texture(const Image& image, bool is_color);
  // Without levels: one colour.
  bool has_alpha() const { return has_alpha_; }
  int width() const { return levels_[0].width; }
  int height() const { return levels_[0].height; }

  struct Wrap {
    bool repeat_s = true, repeat_t = true;
  };
  // s to the right, t up. The nearest texel.
  Texel nearest(float s, float t, Wrap wrap) const;
  // Pixels side by side: where they are, and how that changes from each to the next to the right, and below.
  struct Pixels {
    static constexpr std::size_t most = 64;
    const float *s, *t, *right_s, *right_t, *down_s, *down_t;
  };
  // The mean of what each of the pixels [begin, end) covers. `probes`: along the longer axis of that footprint, at
  // most.
  void means(const Pixels& pixels, std::size_t begin, std::size_t end, int probes, Wrap wrap, Texel* means) const;
  // Of one pixel; `footprint`: as in Pixels, in that order.
  Texel mean(float s, float t, const std::array<float, 4>& footprint, int probes, Wrap wrap) const;

 private:
  struct Level {
    int width, height;
    std::vector<std::uint16_t> texels;  // 4 a texel, rows from the top
  };
  static Level halved(const Level& level);
  // How pixels are probed.
  struct Probes {
    std::array<float, Pixels::most> ds, dt;  // the longer axis of the footprint
    std::array<float, Pixels::most> level;
    std::array<std::int32_t, Pixels::most> count;
  };
  void find_probes(const Pixels& pixels, std::size_t begin, std::size_t end, int most, Probes& probes) const;
  // Between four texels of a level.
  struct Spot {
    const std::uint16_t *upper, *lower;  // rows
    std::int32_t left, right;            // in them
    float to_right, to_lower;            // parts
    void fetch() const;
    Texel read() const;
  };
  // The levels that a pixel is read from: one, or two, of which the second has this part.
  struct Levels {
    const Level *fine, *coarse;
    float of_coarse;
  };
  static Spot spot(const Level& level, int left, int right, int top, int bottom, float to_right, float to_lower);
  Levels levels_of(float level) const;
  struct Probe {
    Spot fine, coarse;
    float of_coarse;
    std::size_t pixel;
    Texel read() const;
  };
  static void find_probe(float s, float t, const Levels& levels, Wrap wrap, Probe& to);
  std::vector<Level> levels_;
  bool has_alpha_ = false;
};

// The textures of what the displays of a scene show.
class ScreenTextures {
 public:
  // As the screen is now; until then the one before stands.
  const Texture* find(const Screen& screen);

 private:
  struct Shown {
    std::uint64_t generation = 0;
    std::unique_ptr<const Texture> texture;
  };
  std::map<const Screen*, Shown> screens_;  // looked up, never iterated
};

}  // namespace lightsout
