// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/shapes/primitive_mesh.h"

#include <cmath>
#include <utility>

namespace lightsout {
namespace {

constexpr int around = 64;  // 1 - cos(pi / 64) = 0.0012

// A profile of (radius, z), from a point on the axis at the bottom to one at the top, turned around the axis.
TriangleMesh turned(const std::vector<std::pair<double, double>>& profile) {
  TriangleMesh mesh;
  const int rings = int(profile.size()) - 2;
  mesh.vertices.emplace_back(0, 0, float(profile.front().second));
  for (int i = 1; i <= rings; ++i)
    for (int k = 0; k < around; ++k) {
      const auto& [radius, z] = profile[std::size_t(i)];
      const double angle = 2 * M_PI * k / around;
      mesh.vertices.emplace_back(float(radius * std::cos(angle)), float(radius * std::sin(angle)), float(z));
    }
  mesh.vertices.emplace_back(0, 0, float(profile.back().second));
  const int top = int(mesh.vertices.size()) - 1;
  const auto index = [&](int ring, int k) { return 1 + ring * around + k % around; };
  for (int k = 0; k < around; ++k) {
    mesh.triangles.emplace_back(0, index(0, k + 1), index(0, k));
    mesh.triangles.emplace_back(top, index(rings - 1, k), index(rings - 1, k + 1));
    for (int ring = 0; ring + 1 < rings; ++ring) {
      mesh.triangles.emplace_back(index(ring, k), index(ring, k + 1), index(ring + 1, k + 1));
      mesh.triangles.emplace_back(index(ring, k), index(ring + 1, k + 1), index(ring + 1, k));
    }
  }
  return mesh;
}

// Two half spheres, `height` apart.
TriangleMesh round(double radius, double height) {
  std::vector<std::pair<double, double>> profile;
  constexpr int steps = around / 4;
  for (const double end : {-1.0, 1.0}) {
    if (end > 0 && height == 0) profile.pop_back();  // one equator
    for (int i = 0; i <= steps; ++i) {
      const double angle = end < 0 ? M_PI / 2 * (1 - double(i) / steps) : M_PI / 2 * i / steps;
      const bool pole = (end < 0 && i == 0) || (end > 0 && i == steps);
      profile.emplace_back(pole ? 0 : radius * std::cos(angle), end * (height / 2 + radius * std::sin(angle)));
    }
  }
  return turned(profile);
}

TriangleMesh box(const Eigen::Vector3d& size) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(
        size.cwiseProduct(Eigen::Vector3d((i & 1) - 0.5, ((i >> 1) & 1) - 0.5, (i >> 2) - 0.5)).cast<float>());
  constexpr int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    mesh.triangles.emplace_back(q[0], q[1], q[2]);
    mesh.triangles.emplace_back(q[0], q[2], q[3]);
  }
  return mesh;
}

}  // namespace

TriangleMesh primitive_mesh(ModelKind kind, const Eigen::Vector3d& size) {
  const double radius = size.x(), half = size.y() / 2;
  switch (kind) {
    case ModelKind::Box:
      return box(size);
    case ModelKind::Sphere:
      return round(radius, 0);
    case ModelKind::Capsule:
      return round(radius, size.y());
    case ModelKind::Cylinder:
      return turned({{0, -half}, {radius, -half}, {radius, half}, {0, half}});
    case ModelKind::Cone:
      return turned({{0, -half}, {radius, -half}, {0, half}});
    case ModelKind::Mesh:
    case ModelKind::HalfSpace:
      break;
  }
  return {};
}

}  // namespace lightsout
