// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/rays/ray_mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/state/cache_lines.h"

namespace lightsout {
namespace {

using Floats = RayTree::Floats;
using Doubles = double __attribute__((vector_size(2 * sizeof(double))));

// No coordinate beyond it is looked at in single precision, where differences could overflow.
constexpr double far_away = 1e18;

// What single precision may do to an entry or a leaving, each rounded three times, and to the distance it is compared
// with.
constexpr float slack = 1 + 0x1p-20f;

template <class Number>
Number volume(const std::array<double, 3>& d, const std::array<Number, 3>& b, const std::array<Number, 3>& c) {
  return d[0] * (b[1] * c[2] - b[2] * c[1]) + (d[1] * (b[2] * c[0] - b[0] * c[2]) + d[2] * (b[0] * c[1] - b[1] * c[0]));
}

// Plücker coordinates: the ray passes inside if it sees all edges turn the same way. An edge that two triangles share
// gives both the same number but for its sign, so that no ray slips through between them. The corners are relative to
// the ray's origin. Not 0: inside.
template <class Number>
auto passes_inside(const std::array<double, 3>& direction, const std::array<std::array<Number, 3>, 3>& corners) {
  const auto& [a, b, c] = corners;
  const Number u = volume(direction, b, c), v = volume(direction, c, a), w = volume(direction, a, b);
  return ((u >= 0) & (v >= 0) & (w >= 0)) | ((u <= 0) & (v <= 0) & (w <= 0));
}

Floats of_all(float value) { return Floats{} + value; }

// A bit for each lane of a comparison that is true.
#ifdef __SSE2__
unsigned true_lanes(RayTree::Lanes compared) {
  return unsigned(__builtin_ia32_movmskps(std::bit_cast<Floats>(compared)));
}
template <class Compared>
unsigned true_halves(Compared compared) {
  return unsigned(__builtin_ia32_movmskpd(std::bit_cast<Doubles>(compared)));
}
#else
template <class Compared>
unsigned true_halves(Compared compared) {
  return unsigned(compared[0] != 0) | unsigned(compared[1] != 0) << 1;
}
unsigned true_lanes(RayTree::Lanes compared) {
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < RayTree::lanes; ++lane) lanes |= unsigned(compared[lane] != 0) << lane;
  return lanes;
}
#endif

// One instruction each; of two that are equal, or where one is none, the second.
#ifdef __SSE__
Floats larger(Floats a, Floats b) { return __builtin_ia32_maxps(a, b); }
Floats smaller(Floats a, Floats b) { return __builtin_ia32_minps(a, b); }
#else
Floats larger(Floats a, Floats b) { return a > b ? a : b; }
Floats smaller(Floats a, Floats b) { return a < b ? a : b; }
#endif

}  // namespace

// A ray, and what it has hit so far.
struct RayMesh::Look {
  Vector3d origin, direction;
  bool from_outside;
  Hit best;

  // In single precision, for boxes. By axis: which of a box's bounds the ray meets first, where the nearer and the
  // farther bound are seen from, and how long the ray is for each metre along the axis.
  std::array<std::size_t, 3> nearer;
  RayTree::Points near_from, far_from, inverse_direction;
  float reach;  // no less than best.distance

  std::array<double, 3> way() const { return {direction.x(), direction.y(), direction.z()}; }
  void set_reach() {
    constexpr double most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::min();
    reach = float(std::min(best.distance * slack + least, most));
  }
  // `size`: no coordinate of a corner is larger. Boxes are widened by far more than the rounding of corners and
  // triangles is.
  void look_at_boxes(double size) {
    const double room = 0x1p-21 * (size + origin.cwiseAbs().maxCoeff()) + 1e-37;
    Floats way = {float(direction.x()), float(direction.y()), float(direction.z()), 1};
    // A direction without a component along an axis reaches no other place on it. Its inverse is finite, so that 0
    // times it is 0.
    constexpr float least = 1e-30f;
    way = ((way < 0) & (way > -least)) ? of_all(-least) : (((way >= 0) & (way < least)) ? of_all(least) : way);
    const Floats inverse = 1 / way;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      nearer[axis] = way[axis] < 0;
      const double at = origin[Eigen::Index(axis)], away = nearer[axis] ? -room : room;
      near_from[axis] = of_all(float(at + away));
      far_from[axis] = of_all(float(at - away));
      inverse_direction[axis] = of_all(inverse[axis]);
    }
    set_reach();
  }
};

RayMesh::RayMesh(std::shared_ptr<const TriangleMesh> triangles) : mesh_(std::move(triangles)), tree_(*mesh_) {
  for (const Eigen::Vector3f& vertex : mesh_->vertices) bounds_.extend(vertex.cast<double>());
  if (mesh_->vertices.empty()) bounds_.extend(Vector3d::Zero());
  size_ = bounds_.min().cwiseAbs().cwiseMax(bounds_.max().cwiseAbs()).maxCoeff();
}

Vector3d RayMesh::vertex(int triangle, int corner) const {
  return mesh_->vertices[std::size_t(mesh_->triangles[std::size_t(triangle)][corner])].cast<double>();
}

Vector3d RayMesh::area(int triangle) const {
  const Vector3d a = vertex(triangle, 0);
  return (vertex(triangle, 1) - a).cross(vertex(triangle, 2) - a);
}

// Of a triangle that the ray passes inside of, wherever it begins and ends.
void RayMesh::meet(const Vector3d& a, const Vector3d& b, const Vector3d& c, int triangle, Look& look) {
  const Vector3d normal = (b - a).cross(c - a);
  const double along = normal.dot(look.direction), away = normal.dot(a);
  if (along == 0) return;
  // The triangle turns its outside to the ray, which begins before it.
  if (look.from_outside && !(along < 0 && away < 0)) return;
  const double distance = away / along;
  if (!(distance >= 0 && distance <= look.best.distance)) return;
  if (distance == look.best.distance && look.best.triangle >= 0 && triangle > look.best.triangle) return;
  look.best = {distance, triangle};
  look.set_reach();
}

void RayMesh::try_bundle(const RayTree::Bundle& bundle, Look& look) const {
  const std::array<double, 3> way = look.way();
  for (std::size_t lane = 0; lane < RayTree::lanes; lane += 2) {
    std::array<std::array<Doubles, 3>, 3> corners;
    for (std::size_t corner = 0; corner < 3; ++corner)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Floats& at = bundle.corners[corner][axis];
        corners[corner][axis] = Doubles{at[lane], at[lane + 1]} - look.origin[Eigen::Index(axis)];
      }
    for (unsigned inside = true_halves(passes_inside(way, corners)); inside != 0; inside &= inside - 1) {
      const auto k = std::size_t(std::countr_zero(inside));
      const auto corner = [&](const std::array<Doubles, 3>& of_two) {
        return Vector3d(of_two[0][k], of_two[1][k], of_two[2][k]);
      };
      meet(corner(corners[0]), corner(corners[1]), corner(corners[2]), bundle.triangle[lane + k], look);
    }
  }
}

void RayMesh::fetch(std::int32_t child) const {
  if (child < 0)
    CacheLines::prefetch(&tree_.bundles()[std::size_t(~child)], sizeof(RayTree::Bundle));
  else
    CacheLines::prefetch(&tree_.nodes()[std::size_t(child)], sizeof(RayTree::Node));
}

void RayMesh::open(std::int32_t child, Look& look) const {
  while (child >= 0) {
    const RayTree::Node& node = tree_.nodes()[std::size_t(child)];
    Floats enter{}, leave = of_all(look.reach);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t nearer = look.nearer[axis];
      const Floats& inverse_direction = look.inverse_direction[axis];
      const Floats from = (node.bounds[nearer][axis] - look.near_from[axis]) * inverse_direction;
      const Floats to = (node.bounds[1 - nearer][axis] - look.far_from[axis]) * inverse_direction * slack;
      enter = larger(from, enter);
      leave = smaller(to, leave);
    }
    unsigned met = true_lanes(enter <= leave);
    if (met == 0) return;
    const unsigned first = unsigned(std::countr_zero(met));
    met &= met - 1;
    if (met == 0) {
      child = node.child[first];
      continue;
    }
    // The nearer ones first.
    struct Entry {
      float at;
      std::int32_t child;
    };
    std::array<Entry, RayTree::lanes> entries;
    const auto enters = std::bit_cast<std::array<float, RayTree::lanes>>(enter);
    entries[0] = {enters[first], node.child[first]};
    std::size_t count = 1;
    for (; met != 0; met &= met - 1) {
      const unsigned lane = unsigned(std::countr_zero(met));
      std::size_t place = count++;
      for (; place > 0 && entries[place - 1].at > enters[lane]; --place) entries[place] = entries[place - 1];
      entries[place] = {enters[lane], node.child[lane]};
    }
    for (std::size_t i = 1; i < count; ++i) fetch(entries[i].child);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      open(entries[i].child, look);
      if (entries[i + 1].at > look.reach) return;
    }
    child = entries[count - 1].child;
  }
  try_bundle(tree_.bundles()[std::size_t(~child)], look);
}

std::optional<RayMesh::Hit> RayMesh::hit(const Vector3d& origin, const Vector3d& direction, double length,
                                         bool from_outside) const {
  if (tree_.nodes().empty()) return std::nullopt;
  if (!(size_ + origin.cwiseAbs().maxCoeff() < far_away))
    return hit_by_trying_all(origin, direction, length, from_outside);
  Look look;
  look.origin = origin;
  look.direction = direction;
  look.from_outside = from_outside;
  look.best = {length, -1};
  look.look_at_boxes(size_);
  open(0, look);
  return look.best.triangle < 0 ? std::nullopt : std::optional(look.best);
}

std::optional<RayMesh::Hit> RayMesh::hit_by_trying_all(const Vector3d& origin, const Vector3d& direction, double length,
                                                       bool from_outside) const {
  Look look;
  look.origin = origin;
  look.direction = direction;
  look.from_outside = from_outside;
  look.best = {length, -1};
  const std::array<double, 3> way = look.way();
  for (int i = 0; i < int(mesh_->triangles.size()); ++i) {
    const Vector3d a = vertex(i, 0) - origin, b = vertex(i, 1) - origin, c = vertex(i, 2) - origin;
    if (passes_inside<double>(way, {{{a.x(), a.y(), a.z()}, {b.x(), b.y(), b.z()}, {c.x(), c.y(), c.z()}}}))
      meet(a, b, c, i, look);
  }
  return look.best.triangle < 0 ? std::nullopt : std::optional(look.best);
}

}  // namespace lightsout
