// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The lookup table of a sensor: rows (input, output, relative noise), linear in between, constant beyond the ends.
// The noise is a standard deviation; in worlds before Webots 7.2.1 it was the most by which a reading can be off, all
// errors up to it being as likely.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/state/noise.h"
#include "world_format/nodes/value.h"

namespace lightsout {

class World;

class LookupTable {
 public:
  // Rows are sorted by input if they are not; rows of equal input keep their order (a jump).
  enum class NoiseKind : std::uint8_t { Gaussian, Uniform };
  explicit LookupTable(const MFVec3f& rows = {}, NoiseKind noise = NoiseKind::Gaussian);

  // An empty table leaves every input as it is.
  bool empty() const { return rows_.empty(); }
  // Output with noise: y (1 + sigma g), g from a normal distribution or uniform in [-1, 1); sigma is interpolated as y
  // is. Draws only if sigma > 0.
  double value(double input, Noise& noise) const;

  // 0 for an empty table.
  double min_input() const { return empty() ? 0 : rows_.front().x; }
  double max_input() const { return empty() ? 0 : rows_.back().x; }
  double min_output() const;
  double max_output() const;

  // As controllers get it: input, output and noise of each row, in the order of the file.
  std::span<const double> numbers() const { return numbers_; }

 private:
  std::vector<Vec3> rows_;
  std::vector<double> numbers_;
  NoiseKind noise_;
};

// Of the sensors in the world.
LookupTable::NoiseKind noise_kind(const World& world);

// round(value / resolution) resolution; the value itself if the resolution is not positive.
double quantize(double value, double resolution);

}  // namespace lightsout
