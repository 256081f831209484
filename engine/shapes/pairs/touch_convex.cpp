// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two convex bodies: the faces or edges that look at each other are cut to what they share; if these are no faces and
// no parallel edges, they hold each other in one point.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/shapes/pairs/touch_points.h"

namespace lightsout {
namespace {

// Faces and edges that are off by less count as lying on each other, rad. What lifts off by that has no depth any more,
// long before.
constexpr double tolerance = 0.05;

Vector3d face_normal(const Feature& face) {
  return (face.points[2] - face.points[0]).cross(face.points[face.count - 1] - face.points[1]).normalized();
}

struct Polygon {
  std::array<Vector3d, 2 * Feature::most + 1> points;
  int count = 0;
  void add(const Vector3d& p) {
    if (count < int(points.size())) points[count++] = p;
  }
};

// What is on the inner side of a plane (Sutherland, Hodgman 1974); a segment stays one.
Polygon clipped(const Polygon& polygon, const Vector3d& on_plane, const Vector3d& outward) {
  Polygon result;
  const bool closed = polygon.count > 2;
  for (int i = 0; i < polygon.count; ++i) {
    const Vector3d& p = polygon.points[i];
    const double at = (p - on_plane).dot(outward);
    if (at <= 0) result.add(p);
    if (i + 1 == polygon.count && !closed) break;
    const Vector3d& q = polygon.points[(i + 1) % polygon.count];
    const double next = (q - on_plane).dot(outward);
    if ((at < 0 && next > 0) || (at > 0 && next < 0)) result.add(p + at / (at - next) * (q - p));
  }
  return result;
}

// The points of `other` that are behind the face, between its sides. `into_first`: the normal of the contacts.
void touch_face(const Feature& face, const Vector3d& outward, const Feature& other, const Vector3d& into_first,
                int triangle, TouchPoints& points) {
  Polygon polygon;
  for (int i = 0; i < other.count; ++i) polygon.add(other.points[i]);
  for (int i = 0; i < face.count && polygon.count > 0; ++i) {
    const Vector3d &a = face.points[i], &b = face.points[(i + 1) % face.count];
    Vector3d side = (b - a).cross(outward);
    if (side.dot(face.points[(i + 2) % face.count] - a) > 0) side = -side;
    polygon = clipped(polygon, a, side);
  }
  for (int i = 0; i < polygon.count; ++i) {
    const double depth = (face.points[0] - polygon.points[i]).dot(outward);
    if (depth > 0) points.add(polygon.points[i] + 0.5 * depth * outward, into_first, depth, triangle);
  }
}

// Nearly parallel edges touch along what they share. False if they are not parallel or share nothing.
bool touch_edges(const Feature& first, const Feature& second, const Vector3d& normal, TouchPoints& points) {
  const Vector3d u = first.points[1] - first.points[0], w = second.points[1] - second.points[0];
  if (u.cross(w).squaredNorm() > tolerance * tolerance * u.squaredNorm() * w.squaredNorm()) return false;
  const auto along = [&](const Vector3d& p) { return (p - first.points[0]).dot(u) / u.squaredNorm(); };
  double a = along(second.points[0]), b = along(second.points[1]);
  Vector3d p = second.points[0], q = second.points[1];
  if (a > b) std::swap(a, b), std::swap(p, q);
  const double low = std::max(a, 0.0), high = std::min(b, 1.0);
  if (!(low < high) || a == b) return false;
  const int before = points.count();
  for (const double t : {low, high}) {
    const Vector3d on_first = first.points[0] + t * u, on_second = p + (t - a) / (b - a) * (q - p);
    const double depth = (on_second - on_first).dot(normal);
    if (depth > 0) points.add(0.5 * (on_first + on_second), normal, depth);
  }
  return points.count() > before;
}

}  // namespace

void touch(const Convex& first, const Convex& second, TouchPoints& points) {
  const auto overlap = overlap_of(first, second);
  if (overlap && overlap->depth > 0) touch(first, second, *overlap, points);
}

void touch(const Convex& first, const Convex& second, const Overlap& overlap, TouchPoints& points) {
  const Vector3d& n = overlap.normal;
  const Feature on_first = facing_feature(first, -n, tolerance), on_second = facing_feature(second, n, tolerance);
  const auto outward = [](const Feature& face, const Vector3d& direction) -> Vector3d {
    if (face.count < 3) return Vector3d::Zero();
    const Vector3d normal = face_normal(face);
    return normal.dot(direction) < 0 ? Vector3d(-normal) : normal;
  };
  const Vector3d out1 = outward(on_first, -n), out2 = outward(on_second, n);
  const int before = points.count();
  // The face that looks more along the normal: the other one is on its edge.
  if (on_second.count > 2 && out2.dot(n) >= -out1.dot(n)) {
    touch_face(on_second, out2, on_first, out2, -1, points);
  } else if (on_first.count > 2) {
    touch_face(on_first, out1, on_second, -out1, -1, points);
  } else if (on_first.count == 2 && on_second.count == 2) {
    touch_edges(on_first, on_second, n, points);
  }
  if (points.count() == before) points.add(overlap.point, n, overlap.depth);
}

void touch_ground(const Convex& first, const Triangle& ground, const Vector3d& up, int triangle, TouchPoints& points) {
  Feature face;
  for (const Vector3d* p : {&ground.a, &ground.b, &ground.c}) face.add(*p);
  touch_face(face, up, facing_feature(first, -up, tolerance), up, triangle, points);
}

namespace {

// Evenly around a normal, of length 1.
std::array<Eigen::Vector2d, 8> directions_around() {
  std::array<Eigen::Vector2d, 8> directions;
  for (std::size_t side = 0; side < directions.size(); ++side) {
    const double angle = 2 * M_PI * (double(side) + 0.25) / double(directions.size());
    directions[side] = {std::cos(angle), std::sin(angle)};
  }
  return directions;
}

}  // namespace

// Two points of a normal that stand beside each other, as those of a wheel: one of the directions around it goes from
// the one to the other.
bool TouchPoints::are_two_of_one_normal() const {
  if (count_ != 2 || points_[0].normal != points_[1].normal) return false;
  const Vector3d way = points_[1].position - points_[0].position;
  const double along = way.dot(points_[0].normal), squared = way.squaredNorm();
  return squared - along * along > 1e-4 * squared;
}

void TouchPoints::reduce(int limit) {
  if (limit >= 2 && are_two_of_one_normal()) {
    if (points_[1].depth > points_[0].depth) std::swap(points_[0], points_[1]);
    return;
  }
  static const std::array around = directions_around();
  const auto deepest_from = [&](int from) {
    for (int i = from + 1; i < count_; ++i)
      if (points_[i].depth > points_[from].depth) std::swap(points_[i], points_[from]);
  };
  double extent = 0;
  for (int i = 1; i < count_; ++i) extent = std::max(extent, (points_[i].position - points_[0].position).norm());
  int taken = 0;
  while (taken < count_ && taken < limit) {
    // The deepest of what is left leads all that share its normal.
    const int lead = taken;
    deepest_from(lead);
    const Vector3d normal = points_[lead].normal;
    const int group_end = int(std::stable_partition(points_.begin() + lead + 1, points_.begin() + count_,
                                                    [&](const TouchPoint& p) { return p.normal.dot(normal) > 0.95; }) -
                              points_.begin());
    ++taken;
    if (group_end == taken) continue;
    const Vector3d u = normal.unitOrthogonal(), v = normal.cross(u);
    for (std::size_t side = 0; side < around.size() && taken < limit; ++side) {
      const Vector3d direction = around[side].x() * u + around[side].y() * v;
      const auto reach = [&](int i) { return points_[i].position.dot(direction); };
      int farthest = lead;
      for (int i = lead; i < group_end; ++i)
        if (reach(i) > reach(farthest) + 1e-6 * extent) farthest = i;
      if (farthest < taken) continue;
      bool twice = false;
      for (int i = lead; i < taken; ++i)
        twice = twice || (points_[i].position - points_[farthest].position).norm() <= 1e-4 * extent;
      if (!twice) std::swap(points_[farthest], points_[taken++]);
    }
    // The rest of the group says nothing new.
    const int dropped = group_end - taken;
    std::copy(points_.begin() + group_end, points_.begin() + count_, points_.begin() + taken);
    count_ -= dropped;
  }
  count_ = taken;
}

}  // namespace lightsout
