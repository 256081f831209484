// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/render_body.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

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

// Of the ball around some triangles with that centre.
float radius_around(const Eigen::Vector3f& centre, const RenderBody& body, std::span<const std::uint32_t> triangles) {
  float most = 0;
  for (const std::uint32_t i : triangles)
    for (const std::uint32_t corner : body.triangles[i])
      most = std::max(most, (body.positions[corner] - centre).squaredNorm());
  return std::sqrt(most) * 1.000001f;
}

void bound_patch(Patch& patch, const RenderBody& body) {
  const auto end = patch.first + patch.count;
  Eigen::Vector3f low = body.positions[body.triangles[body.by_patch[patch.first]][0]], high = low;
  for (std::uint32_t i = patch.first; i < end; ++i)
    for (const std::uint32_t corner : body.triangles[body.by_patch[i]]) {
      low = low.cwiseMin(body.positions[corner]);
      high = high.cwiseMax(body.positions[corner]);
    }
  patch.centre = (low + high) / 2;
  patch.half = (high - low) / 2;
  patch.radius = radius_around(patch.centre, body, std::span(body.by_patch).subspan(patch.first, patch.count));
  std::array<Eigen::Vector3f, Patch::most> outsides;
  std::size_t count = 0;
  Eigen::Vector3f sum = Eigen::Vector3f::Zero();
  for (std::uint32_t i = patch.first; i < end; ++i) {
    const auto& t = body.triangles[body.by_patch[i]];
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

// Triangles with a key each, sorted by their keys; of equal ones in the order of their numbers.
class KeyedTriangles {
 public:
  void clear() { all_.clear(); }
  void add(std::uint32_t key, std::uint32_t number) { all_.push_back(std::uint64_t(key) << 32 | number); }
  std::size_t size() const { return all_.size(); }
  std::uint32_t key(std::size_t i) const { return std::uint32_t(all_[i] >> 32); }
  std::uint32_t number(std::size_t i) const { return std::uint32_t(all_[i]); }
  // By one byte of the key after the other.
  void sort() {
    other_.resize(all_.size());
    for (int shift = 32; shift < 64; shift += 8) {
      std::array<std::uint32_t, 257> begins = {};
      for (const std::uint64_t one : all_) ++begins[(one >> shift & 255) + 1];
      for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
      for (const std::uint64_t one : all_) other_[begins[one >> shift & 255]++] = one;
      all_.swap(other_);
    }
  }

 private:
  std::vector<std::uint64_t> all_, other_;
};

// The bits of a number of `place_bits` bits, two apart.
constexpr int place_bits = 9;
std::uint32_t spread(std::uint32_t bits) {
  bits = (bits | bits << 16) & 0x010000ff;
  bits = (bits | bits << 8) & 0x0100f00f;
  bits = (bits | bits << 4) & 0x010c30c3;
  return (bits | bits << 2) & 0x01249249;
}

// Which of the six ways along the axes an outside looks most, then where the triangle is on Morton's curve through a
// box of 512 places a side.
std::uint32_t key_of(const RenderBody& body, std::uint32_t triangle, const Eigen::Vector3f& low, float places_a_metre) {
  const auto& t = body.triangles[triangle];
  const Eigen::Vector3f &a = body.positions[t[0]], &b = body.positions[t[1]], &c = body.positions[t[2]];
  const Eigen::Vector3f outside = (b - a).cross(c - a), size = outside.cwiseAbs(),
                        middle = ((a + b + c) / 3 - low) * places_a_metre;
  const int axis = size.x() >= size.y() && size.x() >= size.z() ? 0 : size.y() >= size.z() ? 1 : 2;
  constexpr float last = (1 << place_bits) - 1;
  const auto place = [&](int k) {
    return spread(middle[k] > 0 ? std::uint32_t(middle[k] < last ? middle[k] : last) : 0U);
  };
  const std::uint32_t way = std::uint32_t(2 * axis) + (outside[axis] < 0);
  return way << (3 * place_bits) | place(0) << 2 | place(1) << 1 | place(2);
}

}  // namespace

// Those of a shape that is more than one patch are sorted, so that patches are small and can be turned away.
void RenderBody::sort_by_patch() {
  by_patch.clear();
  patches.clear();
  pieces.clear();
  const auto add = [&](std::uint32_t triangle, bool begins) {
    if (begins || patches.back().count == Patch::most) {
      patches.emplace_back();
      patches.back().first = std::uint32_t(by_patch.size());
      ++pieces.back().count;
    }
    by_patch.push_back(triangle);
    ++patches.back().count;
  };
  KeyedTriangles sorted;
  const auto count = std::uint32_t(triangles.size());
  for (std::uint32_t first = 0, end; first < count; first = end) {
    Eigen::Vector3f low = positions[triangles[first][0]], high = low;
    for (end = first; end < count && shapes[end] == shapes[first]; ++end)
      for (const std::uint32_t corner : triangles[end]) {
        low = low.cwiseMin(positions[corner]);
        high = high.cwiseMax(positions[corner]);
      }
    pieces.emplace_back();
    pieces.back().first = std::uint32_t(patches.size());
    if (end - first <= Patch::most || has_marks) {
      for (std::uint32_t i = first; i < end; ++i) add(i, i == first);
    } else {
      const float size = (high - low).maxCoeff();
      const float places_a_metre = size > 0 ? (1 << place_bits) / size : 0;
      sorted.clear();
      for (std::uint32_t i = first; i < end; ++i) sorted.add(key_of(*this, i, low, places_a_metre), i);
      sorted.sort();
      const auto way = [&](std::size_t i) { return sorted.key(i) >> (3 * place_bits); };
      for (std::size_t i = 0; i < sorted.size(); ++i) add(sorted.number(i), i == 0 || way(i) != way(i - 1));
    }
    pieces.back().centre = (low + high) / 2;
    pieces.back().half = (high - low) / 2;
    pieces.back().radius = radius_around(pieces.back().centre, *this, std::span(by_patch).subspan(first));
  }
}

void RenderBody::make_patches() {
  sort_by_patch();
  places = {};
  places_of.resize(triangles.size());
  const auto known = std::make_unique<KnownPlaces>();
  for (Patch& patch : patches) {
    bound_patch(patch, *this);
    known->forget();
    patch.first_place = std::uint32_t(places.size());
    for (std::uint32_t i = patch.first; i < patch.first + patch.count; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3f& point = positions[triangles[by_patch[i]][k]];
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
