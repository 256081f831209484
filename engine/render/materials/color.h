// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Colours: light in linear parts of red, green and blue, and how files and images write it.
#pragma once

#include <array>
#include <cstdint>

#include "world_format/nodes/value.h"

namespace lightsout {

using Light3 = std::array<float, 3>;  // red, green, blue

// sRGB to linear (IEC 61966-2-1).
float linear_of_srgb(double value);
Light3 linear_of_srgb(const Color& color);
// The same of a byte, times 65535, rounded.
const std::array<std::uint16_t, 256>& linear_of_byte();

// What a camera makes of light: 255 (1 - e^-(L exposure))^(1 / 2.2), rounded.
class Tone {
 public:
  Tone();
  // `light` times the exposure.
  std::uint8_t byte(float light) const {
    const std::int32_t bits = light > 0 ? __builtin_bit_cast(std::int32_t, light) : 0;
    const std::int32_t within = bits < first_ ? first_ : bits < last_ ? bits : last_ - 1;
    const std::uint8_t level = level_[std::size_t((within - first_) >> shift_)];
    return std::uint8_t(level + (light >= least_[std::size_t(level) + 1]));
  }

 private:
  // By the bits of the number: a cell is a 256th part of a power of two, from 2^-24 to 2^5, and holds the beginning of
  // one level at most: the 255th begins 0.9 % above the one before, the others more.
  static constexpr int shift_ = 15;
  static constexpr std::int32_t first_ = (127 - 24) << 23, last_ = (127 + 5) << 23;
  std::array<float, 257> least_;                                  // light from which on a byte has this level
  std::array<std::uint8_t, ((last_ - first_) >> shift_)> level_;  // at the beginning of the cell
};
const Tone& tone();

// Light that tone() shows as `value` at exposure 1; of 1 the least that is.
float light_shown_as(double value);

}  // namespace lightsout
