// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/materials/color.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsout {

float linear_of_srgb(double value) {
  return float(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
}

Light3 linear_of_srgb(const Color& color) {
  return {linear_of_srgb(color.r), linear_of_srgb(color.g), linear_of_srgb(color.b)};
}

const std::array<std::uint16_t, 256>& linear_of_byte() {
  static const auto table = [] {
    std::array<std::uint16_t, 256> made;
    for (int i = 0; i < 256; ++i)
      made[std::size_t(i)] = std::uint16_t(std::lround(65535.0 * linear_of_srgb(i / 255.0)));
    return made;
  }();
  return table;
}

// Level k is shown from light -ln(1 - ((k - 1/2) / 255)^2.2) on.
Tone::Tone() {
  least_[0] = 0;
  for (int k = 1; k <= 255; ++k) least_[std::size_t(k)] = float(-std::log1p(-std::pow((k - 0.5) / 255, 2.2)));
  least_[256] = std::numeric_limits<float>::quiet_NaN();  // no light is that much, not even infinite light
  std::uint8_t level = 0;
  for (std::size_t cell = 0; cell < level_.size(); ++cell) {
    const auto from = __builtin_bit_cast(float, first_ + (std::int32_t(cell) << shift_));
    while (from >= least_[std::size_t(level) + 1]) ++level;
    level_[cell] = level;
  }
}

const Tone& tone() {
  static const Tone made;
  return made;
}

float light_shown_as(double value) {
  // No light is shown as 1: as much as is shown as the byte 255.
  constexpr double brightest = 254.6 / 255;
  return float(-std::log1p(-std::pow(std::min(value, brightest), 2.2)));
}

}  // namespace lightsout
