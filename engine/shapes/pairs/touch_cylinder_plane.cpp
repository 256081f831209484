// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A cylinder on a plane. Each end has four points on its rim: the steepest, the one across from it, and the two
// between. An end that lies nearly flat holds with all of them, another with its steepest, so that a lying cylinder has
// a point at each end. Where the end is flat within what a contact gives way, no direction is the steepest for long:
// the points then stay where they are on the cylinder, and what stands does not rock. (Facts of the simulator whose
// worlds we read; its numbers.)
#include <cmath>

#include "engine/shapes/pairs/touch_points.h"

namespace lightsout {
namespace {

// sin^2 of the angle between the axis and the plane's normal.
constexpr double flat = 0.001, nearly_flat = 0.1;

}  // namespace

void touch_plane(const Convex& cylinder, double level, const Vector3d& up, TouchPoints& points) {
  const double radius = cylinder.half.x();
  const Matrix3d& rotation = cylinder.pose.rotation;
  const Vector3d axis = rotation.col(2), half = cylinder.half.z() * axis, across = axis.cross(up);
  const double slope = across.squaredNorm();
  Vector3d steepest = radius * rotation.col(1), between = radius * rotation.col(0);
  if (slope >= flat) {
    between = radius / std::sqrt(slope) * across;
    steepest = radius * (up.dot(axis) * axis - up).normalized();
  }
  const auto add = [&](const Vector3d& point) {
    const double depth = level - up.dot(point);
    if (depth >= 0) points.add(point, up, depth);  // wheels that just touch the ground are on it
  };
  for (const double end : {1.0, -1.0}) {
    const Vector3d center = cylinder.pose.position + end * half;
    add(center + steepest);
    if (slope >= nearly_flat) continue;
    add(center + between);
    add(center - steepest);
    add(center - between);
  }
}

}  // namespace lightsout
