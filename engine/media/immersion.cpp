// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/media/immersion.h"

#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "engine/mesh/triangle_mesh.h"
#include "engine/shapes/mass.h"

namespace lightsout {
namespace {

constexpr int segments = 32;  // around an axis
constexpr int rings = 8;      // from a pole to the equator

ClosedSurface box(const Vector3d& size) {
  ClosedSurface surface;
  for (int i = 0; i < 8; ++i)
    surface.vertices.push_back(
        0.5 * Vector3d(i & 1 ? size.x() : -size.x(), i & 2 ? size.y() : -size.y(), i & 4 ? size.z() : -size.z()));
  surface.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                       {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return surface;
}

// A profile of (radius, z) turned about z, from the upper pole to the lower one.
ClosedSurface turned(const std::vector<Eigen::Vector2d>& profile) {
  ClosedSurface surface;
  for (const Eigen::Vector2d& point : profile)
    for (int i = 0; i < segments; ++i) {
      const double angle = 2 * std::numbers::pi * i / segments;
      surface.vertices.emplace_back(point.x() * std::cos(angle), point.x() * std::sin(angle), point.y());
    }
  for (int ring = 0; ring + 1 < int(profile.size()); ++ring)
    for (int i = 0; i < segments; ++i) {
      const int a = ring * segments + i, b = ring * segments + (i + 1) % segments;
      const int c = a + segments, d = b + segments;
      if (profile[std::size_t(ring)].x() > 0) surface.triangles.emplace_back(a, c, b);
      if (profile[std::size_t(ring) + 1].x() > 0) surface.triangles.emplace_back(b, c, d);
    }
  return surface;
}

// Two half spheres `height` apart.
std::vector<Eigen::Vector2d> round_profile(double radius, double height) {
  std::vector<Eigen::Vector2d> profile;
  for (int i = 0; i <= rings; ++i) {
    const double angle = std::numbers::pi / 2 * i / rings;
    profile.emplace_back(i == 0 ? 0 : radius * std::sin(angle), height / 2 + radius * std::cos(angle));
  }
  for (int i = height > 0 ? rings : rings - 1; i >= 0; --i)
    profile.emplace_back(profile[std::size_t(i)].x(), -profile[std::size_t(i)].y());
  return profile;
}

double volume_of(const ClosedSurface& surface) {
  double volume = 0;
  for (const Eigen::Vector3i& t : surface.triangles)
    volume += surface.vertices[t[0]].dot(surface.vertices[t[1]].cross(surface.vertices[t[2]])) / 6;
  return volume;
}

}  // namespace

ClosedSurface closed_surface(const Shape& shape) {
  const Vector3d& s = shape.size;
  ClosedSurface surface;
  switch (shape.kind) {
    case ShapeKind::Box:
      return box(s);
    case ShapeKind::Sphere:
      surface = turned(round_profile(s.x(), 0));
      break;
    case ShapeKind::Capsule:
      surface = turned(round_profile(s.x(), s.y()));
      break;
    case ShapeKind::Cylinder:
      surface = turned({{0, s.y() / 2}, {s.x(), s.y() / 2}, {s.x(), -s.y() / 2}, {0, -s.y() / 2}});
      break;
    case ShapeKind::Cone:
      surface = turned({{0, s.y() / 2}, {s.x(), -s.y() / 2}, {0, -s.y() / 2}});
      break;
    case ShapeKind::Mesh:
      for (const Eigen::Vector3f& vertex : shape.mesh->vertices) surface.vertices.push_back(vertex.cast<double>());
      surface.triangles = shape.mesh->triangles;
      return surface;
    case ShapeKind::Plane:
    case ShapeKind::ElevationGrid:
      return surface;
  }
  // Facets cut off a little of what is round.
  const double missing = shape_volume(shape) / volume_of(surface);
  const bool along_z_too = shape.kind == ShapeKind::Sphere || shape.kind == ShapeKind::Capsule;
  const double factor = along_z_too ? std::cbrt(missing) : std::sqrt(missing);
  for (Vector3d& vertex : surface.vertices)
    vertex = vertex.cwiseProduct(Vector3d(factor, factor, along_z_too ? factor : 1));
  return surface;
}

// Each triangle, cut at the plane, makes a tetrahedron with a point of the plane; the cut itself then adds no volume
// (divergence theorem). Of a convex closed surface half the area seen along an axis is its shadow; the cut's area
// closes the surface, so it is minus the sum of the areas of all triangles.
Immersion immersed_part(const ClosedSurface& surface, const Vector3d& up, double level,
                        const Matrix3d& frame_from_shape) {
  Immersion result;
  const Vector3d apex = level * up;
  Vector3d first = Vector3d::Zero(), closing = Vector3d::Zero(), shadow = Vector3d::Zero();
  const auto add = [&](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    const double volume = (a - apex).dot((b - apex).cross(c - apex)) / 6;
    result.volume += volume;
    first += volume / 4 * (a + b + c + apex);
    const Vector3d area = 0.5 * (b - a).cross(c - a);
    result.area += area.norm();
    const Vector3d seen = frame_from_shape * area;
    closing += seen;
    shadow += seen.cwiseAbs();
  };
  for (const Eigen::Vector3i& t : surface.triangles) {
    const Vector3d* corners[] = {&surface.vertices[t[0]], &surface.vertices[t[1]], &surface.vertices[t[2]]};
    const double heights[] = {up.dot(*corners[0]) - level, up.dot(*corners[1]) - level, up.dot(*corners[2]) - level};
    const int under = (heights[0] <= 0) + (heights[1] <= 0) + (heights[2] <= 0);
    if (under == 0) continue;
    if (under == 3) {
      add(*corners[0], *corners[1], *corners[2]);
      continue;
    }
    std::array<Vector3d, 4> cut;
    int count = 0;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Vector3d &a = *corners[i], &b = *corners[j];
      const double height = heights[i], next = heights[j];
      if (height <= 0) cut[std::size_t(count++)] = a;
      if ((height < 0 && next > 0) || (height > 0 && next < 0))
        cut[std::size_t(count++)] = a + height / (height - next) * (b - a);
    }
    for (int i = 2; i < count; ++i) add(cut[0], cut[std::size_t(i) - 1], cut[std::size_t(i)]);
  }
  if (result.volume <= 0) return {};
  result.center = first / result.volume;
  result.projected = 0.5 * (shadow + closing.cwiseAbs());
  return result;
}

}  // namespace lightsout
