// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Colours: light in linear parts of red, green and blue, and how files and images write it.
#pragma once

#include <array>
#include <cstdint>

#include "world_format/value.h"

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
    if (!(light > 0)) return 0;
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, light);
    if (bits >= last_) return 255;
    const std::uint32_t cell = bits < first_ ? 0 : (bits - first_) >> shift_;
    std::uint8_t level = guess_[cell];
    while (light >= least_[std::size_t(level) + 1]) ++level;
    return level;
  }

 private:
  // By the bits of the number: a cell is a 32nd part of a power of two, from 2^-24 to 2^5.
  static constexpr std::uint32_t shift_ = 18, first_ = (127u - 24) << 23, last_ = (127u + 5) << 23;
  std::array<float, 257> least_;  // light from which on a byte has this level
  std::array<std::uint8_t, ((last_ - first_) >> shift_)> guess_;
};
const Tone& tone();

// Light that tone() shows as `value` at exposure 1; of 1 the least that is.
float light_shown_as(double value);

}  // namespace lightsout
