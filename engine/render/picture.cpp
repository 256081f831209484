// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/picture.h"

#include "engine/render/materials/color.h"

namespace lightsout {

void show(const Picture& picture, double exposure, std::span<std::uint8_t> bgra) {
  const Tone& bytes = tone();
  const auto factor = float(exposure);
  const std::size_t pixels = std::size_t(picture.width) * std::size_t(picture.height);
  if (bgra.size() == 4 * pixels) {
    for (std::size_t i = 0; i < pixels; ++i) {
      for (std::size_t c = 0; c < 3; ++c) bgra[4 * i + 2 - c] = bytes.byte(factor * picture.light[3 * i + c]);
      bgra[4 * i + 3] = 255;
    }
    return;
  }
  const int width = picture.width / 2, height = picture.height / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t* to = &bgra[4 * (std::size_t(y) * std::size_t(width) + std::size_t(x))];
      for (std::size_t c = 0; c < 3; ++c) {
        int sum = 2;
        for (int v = 0; v < 2; ++v)
          for (int u = 0; u < 2; ++u) sum += bytes.byte(factor * picture.pixel(2 * x + u, 2 * y + v)[c]);
        to[2 - c] = std::uint8_t(sum / 4);
      }
      to[3] = 255;
    }
  }
}

}  // namespace lightsout
