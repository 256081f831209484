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

namespace lightsout {
namespace {

using Floats = RayTree::Floats;
using Points = RayTree::Points;

// No coordinate beyond it is looked at in single precision, where differences and products could overflow.
constexpr double far_away = 1e18;

// What single precision may do to an entry or a leaving, each rounded three or four times, and to the distance it is
// compared with.
constexpr float slack = 1 + 0x1p-20f;

double volume(const Vector3d& d, const Vector3d& b, const Vector3d& c) {
  return d[0] * (b[1] * c[2] - b[2] * c[1]) + (d[1] * (b[2] * c[0] - b[0] * c[2]) + d[2] * (b[0] * c[1] - b[1] * c[0]));
}

// Plücker coordinates: the ray passes inside if it sees all edges turn the same way. An edge that two triangles share
// gives both the same number but for its sign, so that no ray slips through between them. The corners are relative to
// the ray's origin.
bool passes_inside(const Vector3d& direction, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const double u = volume(direction, b, c), v = volume(direction, c, a), w = volume(direction, a, b);
  return ((u >= 0) & (v >= 0) & (w >= 0)) | ((u <= 0) & (v <= 0) & (w <= 0));
}

Floats of_all(float value) { return Floats{value, value, value, value}; }

// A bit for each lane of a comparison that is true.
#ifdef __SSE2__
unsigned true_lanes(RayTree::Lanes compared) {
  return unsigned(__builtin_ia32_movmskps(std::bit_cast<Floats>(compared)));
}
#else
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
Floats magnitude(Floats a) {
  return std::bit_cast<Floats>(std::bit_cast<RayTree::Lanes>(a) & std::numeric_limits<std::int32_t>::max());
}

}  // namespace

// A ray, and what it has hit so far.
struct RayMesh::Look {
  Vector3d origin, direction;
  bool from_outside;
  double farthest;  // no coordinate of a corner is farther from one of the origin
  Hit best;

  // In single precision, for boxes. By axis: which of a box's planes (RayTree::Node) the ray meets first, where the
  // nearer and the farther one are seen from, and how long the ray is for each metre along the axis.
  std::array<std::size_t, 3> nearer;
  Points near_from, far_from, near_inverse, far_inverse;
  Floats reach;  // no less than best.distance; all alike

  // In single precision, for triangles: seen along the ray, as if all points were moved along it into the plane through
  // the origin that its longest axis is normal to. `room`: what rounding may shift a point there by.
  std::array<std::size_t, 2> across;
  std::size_t along;
  Points from;  // the origin: across, across, along
  std::array<Floats, 2> shear;
  Floats room;

  void set_reach() {
    constexpr double most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::min();
    reach = of_all(float(std::min(best.distance * slack + least, most)));
  }
  void look_in_single_precision() {
    look_at_boxes();
    look_at_triangles();
    set_reach();
  }

 private:
  // Boxes are widened by far more than the rounding of corners and triangles is.
  void look_at_boxes() {
    const double widened = 0x1p-20 * farthest + 1e-37;
    Floats way = {float(direction.x()), float(direction.y()), float(direction.z()), 1};
    // A direction without a component along an axis reaches no other place on it. Its inverse is finite, so that 0
    // times it is 0.
    constexpr float least = 1e-30f;
    way = ((way < 0) & (way > -least)) ? of_all(-least) : (((way >= 0) & (way < least)) ? of_all(least) : way);
    const Floats inverse = 1 / way;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      nearer[axis] = 2 * axis + (way[axis] < 0);
      const double at = origin[Eigen::Index(axis)], away = std::copysign(widened, double(way[axis]));
      near_from[axis] = of_all(float(at + away));
      far_from[axis] = of_all(float(at - away));
      near_inverse[axis] = of_all(inverse[axis]);
      far_inverse[axis] = of_all(inverse[axis] * slack);
    }
  }

  // Each coordinate is at most S = `farthest`, and rounding takes at most 2^-24 = r of a number. A point less the
  // origin is off by 2rS, the shear by r; so the point seen along the ray is off by 8rS, and `room` is four times that.
  void look_at_triangles() {
    const Vector3d length = direction.cwiseAbs();
    const bool y = length[1] > length[0], z = length[2] > std::max(length[0], length[1]);
    along = std::size_t(z) * 2 | std::size_t(y & !z);
    constexpr std::array<std::array<std::size_t, 2>, 3> others = {{{1, 2}, {2, 0}, {0, 1}}};
    across = others[along];
    const auto longest = Eigen::Index(along);
    for (std::size_t i = 0; i < 2; ++i) {
      from[i] = of_all(float(origin[Eigen::Index(across[i])]));
      shear[i] = of_all(float(direction[Eigen::Index(across[i])] / direction[longest]));
    }
    from[2] = of_all(float(origin[longest]));
    room = of_all(float(0x1p-19 * farthest));
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

// Seen edge-on but for rounding, a triangle's plane is met anywhere; the triangle itself where its box is. None: the
// ray passes that by, and what seemed its inside is rounding too.
std::optional<double> RayMesh::held_to_box(double distance, const Vector3d& a, const Vector3d& b, const Vector3d& c,
                                           const Look& look) {
  const double room = 0x1p-44 * look.farthest;
  const Vector3d low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
  double enter = -std::numeric_limits<double>::infinity(), leave = -enter;
  for (int axis = 0; axis < 3; ++axis) {
    const double along = look.direction[axis];
    if (along == 0) continue;
    const double at_low = (low[axis] - room) / along, at_high = (high[axis] + room) / along;
    enter = std::max(enter, std::min(at_low, at_high));
    leave = std::min(leave, std::max(at_low, at_high));
  }
  return enter <= leave ? std::optional(std::clamp(distance, enter, leave)) : std::nullopt;
}

void RayMesh::try_triangle(const Vector3d& a, const Vector3d& b, const Vector3d& c, int triangle, Look& look) {
  if (!passes_inside(look.direction, a, b, c)) return;
  const Vector3d normal = (b - a).cross(c - a);
  const double along = normal.dot(look.direction), away = normal.dot(a);
  if (along == 0) return;
  // The triangle turns its outside to the ray, which begins before it.
  if (look.from_outside && !(along < 0 && away < 0)) return;
  double distance = away / along;
  const double edges = (b - a).lpNorm<1>() + (c - a).lpNorm<1>();
  if (std::abs(along) < 0x1p-26 * look.farthest * edges) {
    const auto held = held_to_box(distance, a, b, c, look);
    if (!held) return;
    distance = *held;
  }
  if (!(distance >= 0 && distance <= look.best.distance)) return;
  if (distance == look.best.distance && look.best.triangle >= 0 && triangle > look.best.triangle) return;
  look.best = {distance, triangle};
  look.set_reach();
}

// Which triangles of a bundle the ray may pass inside, a bit for each: all but those that it sees two edges of turn
// different ways, by more than what rounding can do. The turns are those of passes_inside() but for a positive factor
// of them all, or a negative one.
//   Of points off by room / 4, a turn x1 y2 - y1 x2 is off by less than room (|x1| + |y1| + |x2| + |y2| + room), with
// the rounding of its products, each at most |x| 2S, and that of passes_inside() in it.
unsigned RayMesh::may_pass(const RayTree::Bundle& bundle, const Look& look) {
  std::array<Floats, 3> x, y;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    const Points& at = bundle.corners[corner];
    const Floats along = at[look.along] - look.from[2];
    x[corner] = at[look.across[0]] - look.from[0] - look.shear[0] * along;
    y[corner] = at[look.across[1]] - look.from[1] - look.shear[1] * along;
  }
  Floats sum = look.room;
  for (std::size_t corner = 0; corner < 3; ++corner) sum += magnitude(x[corner]) + magnitude(y[corner]);
  const Floats room = look.room * sum + 1e-37f;
  const Floats u = x[1] * y[2] - y[1] * x[2], v = x[2] * y[0] - y[2] * x[0], w = x[0] * y[1] - y[0] * x[1];
  return true_lanes((smaller(smaller(u, v), w) >= -room) | (larger(larger(u, v), w) <= room));
}

void RayMesh::try_bundle(const RayTree::Bundle& bundle, Look& look) const {
  for (unsigned lanes = may_pass(bundle, look); lanes != 0; lanes &= lanes - 1) {
    const auto lane = std::size_t(std::countr_zero(lanes));
    const auto corner = [&](std::size_t k) {
      const Points& at = bundle.corners[k];
      return Vector3d(Vector3d(double(at[0][lane]), double(at[1][lane]), double(at[2][lane])) - look.origin);
    };
    try_triangle(corner(0), corner(1), corner(2), bundle.triangle[lane], look);
  }
}

void RayMesh::open(std::int32_t child, Look& look) const {
  while (child >= 0) {
    const RayTree::Node& node = tree_.nodes()[std::size_t(child)];
    std::array<Floats, RayTree::children / RayTree::lanes> enters;
    unsigned met = 0;
    for (std::size_t part = 0; part < enters.size(); ++part) {
      Floats enter{}, leave = look.reach;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t nearer = look.nearer[axis], farther = nearer ^ 1U;
        const Floats from = (node.planes[nearer][part] - look.near_from[axis]) * look.near_inverse[axis];
        const Floats to = (node.planes[farther][part] - look.far_from[axis]) * look.far_inverse[axis];
        enter = larger(from, enter);
        leave = smaller(to, leave);
      }
      enters[part] = enter;
      met |= true_lanes(enter <= leave) << (part * RayTree::lanes);
    }
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
    std::array<Entry, RayTree::children> entries;
    const auto at = std::bit_cast<std::array<float, RayTree::children>>(enters);
    entries[0] = {at[first], node.child[first]};
    std::size_t count = 1;
    for (; met != 0; met &= met - 1) {
      const unsigned next = unsigned(std::countr_zero(met));
      std::size_t place = count++;
      for (; place > 0 && entries[place - 1].at > at[next]; --place) entries[place] = entries[place - 1];
      entries[place] = {at[next], node.child[next]};
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
      open(entries[i].child, look);
      if (entries[i + 1].at > look.reach[0]) return;
    }
    child = entries[count - 1].child;
  }
  try_bundle(tree_.bundles()[std::size_t(~child)], look);
}

std::optional<RayMesh::Hit> RayMesh::hit(const Vector3d& origin, const Vector3d& direction, double length,
                                         bool from_outside) const {
  if (tree_.nodes().empty()) return std::nullopt;
  const double farthest = size_ + origin.cwiseAbs().maxCoeff();
  if (!(farthest < far_away)) return hit_by_trying_all(origin, direction, length, from_outside);
  Look look;
  look.origin = origin;
  look.direction = direction;
  look.from_outside = from_outside;
  look.farthest = farthest;
  look.best = {length, -1};
  look.look_in_single_precision();
  open(0, look);
  return look.best.triangle < 0 ? std::nullopt : std::optional(look.best);
}

std::optional<RayMesh::Hit> RayMesh::hit_by_trying_all(const Vector3d& origin, const Vector3d& direction, double length,
                                                       bool from_outside) const {
  Look look;
  look.origin = origin;
  look.direction = direction;
  look.from_outside = from_outside;
  look.farthest = size_ + origin.cwiseAbs().maxCoeff();
  look.best = {length, -1};
  for (int i = 0; i < int(mesh_->triangles.size()); ++i)
    try_triangle(vertex(i, 0) - origin, vertex(i, 1) - origin, vertex(i, 2) - origin, i, look);
  return look.best.triangle < 0 ? std::nullopt : std::optional(look.best);
}

}  // namespace lightsout
