// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/polygon.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace lightsout {
namespace {

using Eigen::Vector3d;

double cross2(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

}  // namespace

void cut_ears(const std::vector<Vector3d>& points, std::vector<int> corners, std::vector<Eigen::Vector3i>& triangles) {
  // Newell's normal, and a plane to look along it.
  Vector3d normal = Vector3d::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3d &a = points[corners[i]], &b = points[corners[(i + 1) % corners.size()]];
    normal += a.cross(b);
  }
  const Vector3d u = normal.unitOrthogonal(), v = normal.normalized().cross(u);
  const auto in_plane = [&](int corner) { return Eigen::Vector2d(points[corner].dot(u), points[corner].dot(v)); };
  while (corners.size() > 3) {
    const std::size_t n = corners.size();
    std::size_t ear = n;
    for (std::size_t i = 0; i < n && ear == n; ++i) {
      const int before = corners[(i + n - 1) % n], at = corners[i], after = corners[(i + 1) % n];
      const Eigen::Vector2d a = in_plane(before), b = in_plane(at), c = in_plane(after);
      if (cross2(a, b, c) <= 0) continue;
      const bool covers = std::any_of(corners.begin(), corners.end(), [&](int other) {
        if (other == before || other == at || other == after) return false;
        const Eigen::Vector2d p = in_plane(other);
        return cross2(a, b, p) >= 0 && cross2(b, c, p) >= 0 && cross2(c, a, p) >= 0;
      });
      if (!covers) ear = i;
    }
    if (ear == n) break;  // it crosses itself: the rest as a fan
    triangles.emplace_back(corners[(ear + n - 1) % n], corners[ear], corners[(ear + 1) % n]);
    corners.erase(corners.begin() + std::ptrdiff_t(ear));
  }
  for (std::size_t i = 2; i < corners.size(); ++i) triangles.emplace_back(corners[0], corners[i - 1], corners[i]);
}

}  // namespace lightsout
