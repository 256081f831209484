// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Linear interpolation in a sensor's lookup table, and rounding to its resolution.
#include "engine/robots/components/lookup_table.h"

#include <algorithm>
#include <cmath>

#include "engine/robots/exchange/release.h"

namespace lightsout {

LookupTable::LookupTable(const MFVec3f& rows, NoiseKind noise) : rows_(rows), noise_(noise) {
  for (const Vec3& row : rows) numbers_.insert(numbers_.end(), {row.x, row.y, row.z});
  std::stable_sort(rows_.begin(), rows_.end(), [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
}

double LookupTable::value(double input, Noise& noise) const {
  if (empty()) return input;
  double output, sigma;
  if (input <= rows_.front().x) {
    output = rows_.front().y;
    sigma = rows_.front().z;
  } else if (!(input < rows_.back().x)) {
    output = rows_.back().y;
    sigma = rows_.back().z;
  } else {
    // The first row beyond the input; there is one before it that is not, and their inputs differ.
    const auto after =
        std::upper_bound(rows_.begin(), rows_.end(), input, [](double x, const Vec3& row) { return x < row.x; });
    const Vec3& a = after[-1];
    const Vec3& b = after[0];
    const double t = (input - a.x) / (b.x - a.x);
    output = a.y + t * (b.y - a.y);
    sigma = a.z + t * (b.z - a.z);
  }
  if (!(sigma > 0)) return output;
  return output * (1 + sigma * (noise_ == NoiseKind::Gaussian ? noise.gaussian() : 2 * noise.uniform() - 1));
}

double LookupTable::min_output() const {
  double minimum = empty() ? 0 : rows_.front().y;
  for (const Vec3& row : rows_) minimum = std::min(minimum, row.y);
  return minimum;
}

double LookupTable::max_output() const {
  double maximum = empty() ? 0 : rows_.front().y;
  for (const Vec3& row : rows_) maximum = std::max(maximum, row.y);
  return maximum;
}

LookupTable::NoiseKind noise_kind(const World& world) {
  return Release(world).noise_is_uniform() ? LookupTable::NoiseKind::Uniform : LookupTable::NoiseKind::Gaussian;
}

double quantize(double value, double resolution) {
  return resolution > 0 ? std::round(value / resolution) * resolution : value;
}

}  // namespace lightsout
