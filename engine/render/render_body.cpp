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
}

}  // namespace lightsout
