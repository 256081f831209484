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
  // The footprint of a pixel: how s and t change from it to the next to the right and below. `probes`: at most so many
  // along the longer axis of the footprint.
  Texel mean(float s, float t, const std::array<float, 4>& footprint, int probes, Wrap wrap) const;

 private:
  struct Level {
    int width, height;
    std::vector<std::uint16_t> texels;  // 4 a texel, rows from the top
  };
  static Level halved(const Level& level);
  Texel linear(const Level& level, float s, float t, Wrap wrap) const;
  Texel between_levels(float s, float t, float level, Wrap wrap) const;
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
