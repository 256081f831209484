// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/point.h"

namespace lightsout {

std::vector<Point> grid(const std::vector<Parameter>& parameters) {
  std::vector<Point> points = {{}};
  for (const Parameter& parameter : parameters) {
    std::vector<Point> longer;
    longer.reserve(points.size() * parameter.values.size());
    for (const Point& point : points)
      for (const std::string& value : parameter.values) {
        longer.push_back(point);
        longer.back().push_back({parameter.name, value});
      }
    points = std::move(longer);
  }
  return points;
}

bool names_field(const std::string& name) { return name.find('.') != std::string::npos; }

}  // namespace lightsout
