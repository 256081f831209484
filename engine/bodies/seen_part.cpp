// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/bodies/seen_part.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/mesh/triangle_mesh.h"
#include "engine/shapes/shape.h"
#include "engine/shapes/shape_extent.h"
#include "engine/state/read_only.h"

namespace lightsout {
namespace {

using Box = Eigen::AlignedBox3d;

struct Ball {
  Vector3d middle;
  double radius;  // m
};

// As tight as is known without search.
Ball ball_around(const Shape& shape, const Pose& pose) {
  const Vector3d& size = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      return {pose.position, size.norm() / 2};
    case ShapeKind::Cylinder:
      return {pose.position, std::hypot(size.x(), size.y() / 2)};
    case ShapeKind::Capsule:
      return {pose.position, size.x() + size.y() / 2};
    case ShapeKind::Cone: {
      // Through its tip and the edge of its base, or around a base that is wider than that.
      const double radius = size.x(), height = size.y();
      const double around = radius < height ? (radius * radius + height * height) / (2 * height) : radius;
      const double middle = radius < height ? height / 2 - around : -height / 2;
      return {pose * Vector3d(0, 0, middle), around};
    }
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh: {
      Box box;
      for (const Eigen::Vector3f& vertex : shape.mesh->vertices) box.extend(vertex.cast<double>());
      if (box.isEmpty()) return {pose.position, 0};
      double farthest = 0;
      for (const Eigen::Vector3f& vertex : shape.mesh->vertices)
        farthest = std::max(farthest, (vertex.cast<double>() - box.center()).norm());
      return {pose * box.center(), farthest};
    }
    case ShapeKind::Sphere:
    case ShapeKind::Plane:
      break;
  }
  return {pose.position, size.x()};
}

// The smallest ball around both.
Ball ball_around(const Ball& a, const Ball& b) {
  const Vector3d way = b.middle - a.middle;
  const double distance = way.norm();
  if (distance + b.radius <= a.radius) return a;
  if (distance + a.radius <= b.radius) return b;
  const double radius = (a.radius + distance + b.radius) / 2;
  return {a.middle + (radius - a.radius) / distance * way, radius};
}

bool is_bounded(const Shape& shape) { return shape.kind != ShapeKind::Plane; }

bool are_bounded(std::span<const Solid* const> parts) {
  for (const Solid* part : parts)
    for (const auto& shape : part->shapes())
      if (is_bounded(*shape)) return true;
  return false;
}

Box box_around_shapes(std::span<const Solid* const> parts, const Pose& device_from_world) {
  std::optional<Ball> ball;
  for (const Solid* part : parts) {
    const Pose device_from_part = device_from_world * part->pose();
    for (const auto& shape : part->visible_shapes()) {
      if (!is_bounded(*shape)) continue;
      const Ball next = ball_around(*shape, device_from_part * shape->in_solid);
      ball = ball ? ball_around(*ball, next) : next;
    }
  }
  if (!ball) ball = Ball{device_from_world * parts.front()->pose().position, 0};
  const Vector3d reach = Vector3d::Constant(ball->radius);
  return {ball->middle - reach, ball->middle + reach};
}

}  // namespace

Box box_around(std::span<const Solid* const> parts, const Pose& device_from_world) {
  Box box;
  for (const Solid* part : parts) {
    const Pose device_from_part = device_from_world * part->pose();
    for (const auto& shape : part->shapes()) box.extend(extent_of(*shape, device_from_part * shape->in_solid));
  }
  return box.isEmpty() ? box_around_shapes(parts, device_from_world) : box;
}

bool are_balls(std::span<const Solid* const> parts) {
  for (const Solid* part : parts)
    for (const auto& shape : part->shapes())
      if (is_bounded(*shape) && shape->kind != ShapeKind::Sphere) return false;
  return true;
}

// Those of one shape.
class ViewSides::Corners {
 public:
  explicit Corners(const ViewSides& sides) : sides_(sides) {}

  void add(Vector3d point) {
    if (point.x() <= 0) {
      behind_.extend(point);
      return;
    }
    bool is_inside = true;
    for (std::size_t side = 0; side < 4; ++side) {
      const double depth = sides_.inward_[side].dot(point);
      (depth < 0 ? some_beyond_ : some_within_)[side] = true;
      if (depth >= 0) continue;
      point -= depth * sides_.inward_[side];
      is_inside = false;
    }
    any_inside_ = any_inside_ || is_inside;
    in_front_.extend(point);
  }

  // Those behind the device belong to it where they are.
  Box seen_part() const {
    if (in_front_.isEmpty() || !(any_inside_ || reaches_across(right) || reaches_across(bottom))) return {};
    return in_front_.merged(behind_);
  }

 private:
  // No corner is in the view, but it reaches from this side of it to the other.
  bool reaches_across(Side side) const {
    const int other = (side + 1) % 2;
    return some_beyond_[side] && some_beyond_[side + 2] && some_within_[other] && some_within_[other + 2];
  }

  const ViewSides& sides_;
  Box in_front_, behind_;
  std::array<bool, 4> some_beyond_{}, some_within_{};
  bool any_inside_ = false;
};

ViewSides::ViewSides(double half_width, double half_height) : cuts_round_things_(half_width <= std::numbers::pi / 4) {
  inward_[right] = {std::sin(half_width), std::cos(half_width), 0};
  inward_[left] = {std::sin(half_width), -std::cos(half_width), 0};
  inward_[bottom] = {std::sin(half_height), 0, std::cos(half_height)};
  inward_[top] = {std::sin(half_height), 0, -std::cos(half_height)};
}

Box ViewSides::seen_part(std::span<const Solid* const> parts, const Pose& device_from_world) const {
  if (!are_bounded(parts)) return seen_part_of_round(box_around_shapes(parts, device_from_world));
  Box box;
  for (const Solid* part : parts) {
    const Pose device_from_part = device_from_world * part->pose();
    for (const auto& shape : part->shapes()) {
      if (!is_bounded(*shape)) continue;
      const Pose pose = device_from_part * shape->in_solid;
      Corners corners(*this);
      if (shape->kind == ShapeKind::Box) {
        const Box own(-shape->size / 2, shape->size / 2);
        for (int corner = 0; corner < 8; ++corner) corners.add(pose * own.corner(Box::CornerType(corner)));
      } else if (shape->mesh) {
        for (const Eigen::Vector3f& vertex : shape->mesh->vertices) corners.add(pose * vertex.cast<double>());
      } else {
        box.extend(seen_part_of_round(extent_of(*shape, pose)));
        continue;
      }
      box.extend(corners.seen_part());
    }
  }
  return box;
}

Box ViewSides::seen_part_of_round(const Box& whole) const {
  const Vector3d middle = whole.center();
  Box box = whole;
  for (const Side side : {right, bottom, left, top}) {
    const int axis = side % 2 + 1;
    const double half = whole.sizes()[axis] / 2, depth = inward_[side].dot(middle);
    if (depth < -half) return {};
    if (depth >= half || !cuts_round_things_) continue;
    if (side == right || side == bottom)
      box.min()[axis] += half - depth;
    else
      box.max()[axis] -= half - depth;
  }
  return box;
}

}  // namespace lightsout
