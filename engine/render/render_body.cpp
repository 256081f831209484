// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/render_body.h"

#include <algorithm>
#include <cmath>

namespace lightsout {

void RenderBody::add(const SurfaceMesh& mesh, const Eigen::Affine3d& place, std::uint32_t shape) {
  const auto first = std::uint32_t(positions.size());
  const Eigen::Matrix3d linear = place.linear();
  // Of a flat scale there is no inverse: its normals are those of the mesh.
  const double determinant = linear.determinant();
  const bool is_flat = !(std::abs(determinant) > 0);
  const Eigen::Matrix3d turn = is_flat ? linear : Eigen::Matrix3d(linear.inverse().transpose());
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    positions.push_back((place * mesh.positions[i].cast<double>()).cast<float>());
    normals.push_back((turn * mesh.normals[i].cast<double>()).normalized().cast<float>());
    coordinates.push_back(mesh.coordinates[i]);
  }
  for (auto t : mesh.triangles) {
    if (determinant < 0) std::swap(t[1], t[2]);
    for (const std::uint32_t corner : t)
      if (!positions[first + corner].allFinite()) t = {0, 0, 0};
    triangles.push_back({first + t[0], first + t[1], first + t[2]});
    shapes.push_back(shape);
  }
}

void RenderBody::add_marks(const std::vector<Eigen::Vector3d>& points,
                           const std::vector<std::array<std::uint32_t, 2>>& ends, const std::vector<Light3>& colors,
                           const Eigen::Affine3d& place, std::uint32_t shape) {
  const auto first = std::uint32_t(positions.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    positions.push_back((place * points[i]).cast<float>());
    const Light3 color = i < colors.size() ? colors[i] : Light3{1, 1, 1};
    normals.push_back({color[0], color[1], color[2]});
    coordinates.push_back(Eigen::Vector2f::Zero());
  }
  for (const auto& [from, to] : ends) {
    if (!positions[first + from].allFinite() || !positions[first + to].allFinite()) continue;
    triangles.push_back({first + from, first + to, first + to});
    shapes.push_back(shape);
  }
  has_marks = true;
}

void RenderBody::bound() {
  if (positions.empty()) return;
  Eigen::Vector3f low = positions[0], high = low;
  for (const Eigen::Vector3f& p : positions) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  centre = (low + high) / 2;
  float most = 0;
  for (const Eigen::Vector3f& p : positions) most = std::max(most, (p - centre).squaredNorm());
  radius = std::sqrt(most) * 1.000001f;
  places = {};
  for (const Eigen::Vector3f& p : positions) {
    places.x.push_back(p.x());
    places.y.push_back(p.y());
    places.z.push_back(p.z());
  }
}

}  // namespace lightsout
