// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/render_body.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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
  make_patches();
}

namespace {

// Finds points of a patch that it was asked for before, by their bits.
class KnownPlaces {
 public:
  void forget() { ++patch_; }
  // The number that it was given; `next` where it is new.
  std::uint32_t find(const Eigen::Vector3f& point, std::uint32_t next) {
    std::array<std::uint32_t, 3> bits;
    std::memcpy(bits.data(), point.data(), sizeof bits);
    const std::uint32_t mixed = (bits[0] * 0x9e3779b1u) ^ (bits[1] * 0x85ebca77u) ^ (bits[2] * 0xc2b2ae3du);
    for (std::uint32_t at = mixed >> (32 - bits_);; at = (at + 1) % size_) {
      Known& known = known_[at];
      if (known.patch != patch_) known = {patch_, next, bits};
      if (known.bits == bits) return known.number;
    }
  }

 private:
  static constexpr std::uint32_t bits_ = 9, size_ = 1 << bits_;
  static_assert(size_ > 2 * Patch::most_places);
  struct Known {
    std::uint32_t patch = 0, number;
    std::array<std::uint32_t, 3> bits;
  };
  std::uint32_t patch_ = 0;
  std::array<Known, size_> known_;
};

// `positions`: of the body.
void bound_patch(Patch& patch, const RenderBody& body) {
  const auto end = patch.first + patch.count;
  Eigen::Vector3f low = body.positions[body.triangles[patch.first][0]], high = low;
  for (std::uint32_t i = patch.first; i < end; ++i)
    for (const std::uint32_t corner : body.triangles[i]) {
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
  places = {};
  places_of.resize(triangles.size());
  const auto known = std::make_unique<KnownPlaces>();
  for (Patch& patch : patches) {
    bound_patch(patch, *this);
    known->forget();
    patch.first_place = std::uint32_t(places.size());
    for (std::uint32_t i = patch.first; i < patch.first + patch.count; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3f& point = positions[triangles[i][k]];
        const std::uint32_t number = known->find(point, patch.place_count);
        if (number == patch.place_count) {
          places.add(point);
          ++patch.place_count;
        }
        places_of[i][k] = std::uint8_t(number);
      }
    const Eigen::Vector3f last(places.x.back(), places.y.back(), places.z.back());
    while (places.size() % 4 != 0) places.add(last);
  }
}

}  // namespace lightsout
