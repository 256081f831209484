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
  make_patches();
}

namespace {

// `positions`: of the body.
void bound_patch(Patch& patch, const RenderBody& body) {
  const auto end = patch.first + patch.count;
  Eigen::Vector3f low = body.positions[body.triangles[patch.first][0]], high = low;
  patch.first_corner = body.triangles[patch.first][0];
  patch.end_corner = 0;
  for (std::uint32_t i = patch.first; i < end; ++i)
    for (const std::uint32_t corner : body.triangles[i]) {
      patch.first_corner = std::min(patch.first_corner, corner);
      patch.end_corner = std::max(patch.end_corner, corner + 1);
      low = low.cwiseMin(body.positions[corner]);
      high = high.cwiseMax(body.positions[corner]);
    }
  patch.centre = (low + high) / 2;
  patch.radius = (high - low).norm() / 2 * 1.000001f;
  std::array<Eigen::Vector3f, Patch::most> outsides;
  std::size_t count = 0;
  Eigen::Vector3f sum = Eigen::Vector3f::Zero();
  for (std::uint32_t i = patch.first; i < end; ++i) {
    const auto& t = body.triangles[i];
    const Eigen::Vector3f a = body.positions[t[0]];
    const Eigen::Vector3f across = (body.positions[t[1]] - a).cross(body.positions[t[2]] - a);
    const float length = across.norm();
    if (!(length > 0)) continue;  // it is never seen
    outsides[count] = across / length;
    sum += outsides[count++];
  }
  const float length = sum.norm();
  if (!(length > 0)) return;
  patch.facing = sum / length;
  float least = 1;
  for (std::size_t i = 0; i < count; ++i) least = std::min(least, outsides[i].dot(patch.facing));
  // Half of all ways and more: some triangle looks at every eye.
  if (least > 0.05f) patch.spread = std::sqrt(std::max(0.0f, 1 - least * least));
}

}  // namespace

void RenderBody::make_patches() {
  patches.clear();
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (patches.empty() || patches.back().count == Patch::most || shapes[i] != shapes[i - 1]) {
      patches.emplace_back();
      patches.back().first = i;
    }
    ++patches.back().count;
  }
  for (Patch& patch : patches) bound_patch(patch, *this);
}

}  // namespace lightsout
