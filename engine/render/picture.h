// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// An image as light, before it is shown as bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lightsout {

struct Picture {
  int width = 0, height = 0;
  std::vector<float> light;  // red, green, blue; rows from the top
  // 1 / m along the axis of what each pixel sees, 0 where it sees nothing; where it is wanted.
  bool wants_nearness = false;
  std::vector<float> nearness;

  void size(int w, int h) {
    width = w;
    height = h;
    light.resize(3 * std::size_t(w) * std::size_t(h));
  }
  float* pixel(int x, int y) { return &light[3 * (std::size_t(y) * std::size_t(width) + std::size_t(x))]; }
  const float* pixel(int x, int y) const { return &light[3 * (std::size_t(y) * std::size_t(width) + std::size_t(x))]; }
};

// Blue, green, red and 255 of each pixel, by tone(). `bgra` has 4 bytes a pixel; where it has those of a quarter of the
// picture's pixels, each is the mean of the bytes of four.
void show(const Picture& picture, double exposure, std::span<std::uint8_t> bgra);

}  // namespace lightsout
