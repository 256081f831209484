// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Farthest points and features in closed form; see overlap.cpp for two bodies.
#include "engine/shapes/pairs/convex.h"

#include <cmath>

namespace lightsout {
namespace {

// In the body's own frame.
Vector3d farthest_of_core(const Convex& body, const Vector3d& d) {
  const Vector3d& h = body.half;
  const auto on_rim = [&](double z) {
    const double across = std::sqrt(d.x() * d.x() + d.y() * d.y());
    // Along the axis all points of the rim are equally far: its middle is as far.
    return across > 0 ? Vector3d(h.x() * d.x() / across, h.x() * d.y() / across, z) : Vector3d(0, 0, z);
  };
  switch (body.core) {
    case Convex::Core::Point:
      return Vector3d::Zero();
    case Convex::Core::Segment:
      return {0, 0, std::copysign(h.z(), d.z())};
    case Convex::Core::Box:
      return {std::copysign(h.x(), d.x()), std::copysign(h.y(), d.y()), std::copysign(h.z(), d.z())};
    case Convex::Core::Cylinder:
      return on_rim(std::copysign(h.z(), d.z()));
    case Convex::Core::Cone: {
      const Vector3d apex(0, 0, h.z()), base = on_rim(-h.z());
      return apex.dot(d) > base.dot(d) ? apex : base;
    }
    case Convex::Core::Triangle: {
      const Triangle& t = *body.triangle;
      const double a = t.a.dot(d), b = t.b.dot(d), c = t.c.dot(d);
      return a >= b && a >= c ? t.a : b >= c ? t.b : t.c;
    }
  }
  return Vector3d::Zero();
}

// Eight points around a round face of radius r at height z, the first in the direction of d.
void add_disc(Feature& feature, double r, double z, const Vector3d& d) {
  const double across = std::hypot(d.x(), d.y());
  // Nearly along the axis the direction of what is left is noise.
  const double c0 = across > 1e-6 ? d.x() / across : 1, s0 = across > 1e-6 ? d.y() / across : 0;
  constexpr double h = 0.70710678118654752;
  constexpr double turns[8][2] = {{1, 0}, {h, h}, {0, 1}, {-h, h}, {-1, 0}, {-h, -h}, {0, -1}, {h, -h}};
  for (const auto& [c, s] : turns) feature.add({r * (c0 * c - s0 * s), r * (s0 * c + c0 * s), z});
}

void add_box_feature(Feature& feature, const Vector3d& h, const Vector3d& d, double tolerance) {
  int open[3], opens = 0;
  Vector3d corner;
  for (int i = 0; i < 3; ++i) {
    corner[i] = std::copysign(h[i], d[i]);
    if (std::abs(d[i]) < tolerance) open[opens++] = i;
  }
  const auto with = [&](double a, double b) {
    Vector3d p = corner;
    if (opens > 0) p[open[0]] = a * h[open[0]];
    if (opens > 1) p[open[1]] = b * h[open[1]];
    feature.add(p);
  };
  if (opens == 0) {
    feature.add(corner);
  } else if (opens == 1) {
    with(-1, 0);
    with(1, 0);
  } else {
    with(-1, -1);
    with(1, -1);
    with(1, 1);
    with(-1, 1);
  }
}

}  // namespace

Vector3d farthest_point(const Convex& body, const Vector3d& direction) {
  return body.pose * farthest_of_core(body, body.pose.rotation.transpose() * direction);
}

Feature facing_feature(const Convex& body, const Vector3d& direction, double tolerance) {
  const Vector3d d = body.pose.rotation.transpose() * direction;
  const Vector3d& h = body.half;
  const double across = std::hypot(d.x(), d.y());
  Feature feature;
  switch (body.core) {
    case Convex::Core::Point:
      feature.add(Vector3d::Zero());
      break;
    case Convex::Core::Segment:
      if (std::abs(d.z()) < tolerance) feature.add({0, 0, -h.z()}), feature.add({0, 0, h.z()});
      break;
    case Convex::Core::Box:
      add_box_feature(feature, h, d, tolerance);
      break;
    case Convex::Core::Cylinder:
      if (across < tolerance) {
        add_disc(feature, h.x(), std::copysign(h.z(), d.z()), d);
      } else if (std::abs(d.z()) < tolerance) {
        const Vector3d out(h.x() * d.x() / across, h.x() * d.y() / across, 0);
        feature.add(out - Vector3d(0, 0, h.z()));
        feature.add(out + Vector3d(0, 0, h.z()));
      }
      break;
    case Convex::Core::Cone:
      if (across < tolerance && d.z() < 0) {
        add_disc(feature, h.x(), -h.z(), d);
      } else if (across > 0) {
        // The line of the side that looks that way, from the rim to the apex.
        const Vector3d rim(h.x() * d.x() / across, h.x() * d.y() / across, -h.z()), apex(0, 0, h.z());
        if (std::abs((apex - rim).normalized().dot(d)) < tolerance) feature.add(rim), feature.add(apex);
      }
      break;
    case Convex::Core::Triangle: {
      const Triangle& t = *body.triangle;
      const Vector3d top = farthest_of_core(body, d);
      for (const Vector3d* p : {&t.a, &t.b, &t.c})
        if ((top - *p).dot(d) <= tolerance * (top - *p).norm()) feature.add(*p);
      break;
    }
  }
  if (feature.count == 0) feature.add(farthest_of_core(body, d));
  for (int i = 0; i < feature.count; ++i) feature.points[i] = body.pose * feature.points[i] + body.rounding * direction;
  return feature;
}

}  // namespace lightsout
