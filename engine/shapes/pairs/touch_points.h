// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where two shapes that overlap hold each other: several points, so that what rests does not rock.
#pragma once

#include <array>
#include <span>

#include "engine/shapes/pairs/collision_tree.h"
#include "engine/shapes/pairs/convex.h"
#include "engine/shapes/pairs/near_triangles.h"
#include "engine/state/pose.h"

namespace lightsout {

struct TouchPoint {
  Vector3d position;  // world axes, m
  Vector3d normal;    // unit, into the first
  double depth;       // m, greater than 0
  int triangle;       // of the second if that is a mesh, as the mesh counts them; else -1
};

// There is room for more than any pair needs; what comes after is dropped.
class TouchPoints {
 public:
  static constexpr int most = 1024;
  void add(const Vector3d& position, const Vector3d& normal, double depth, int triangle = -1) {
    if (count_ < most) points_[count_++] = {position, normal, depth, triangle};
  }
  std::span<TouchPoint> all() { return {points_.data(), std::size_t(count_)}; }
  int count() const { return count_; }
  // Leaves of the points that share a normal the deepest and the outermost on eight sides, and of all at most `limit`.
  // The deepest comes first.
  void reduce(int limit);

 private:
  bool are_two_of_one_normal() const;

  std::array<TouchPoint, most> points_;
  int count_ = 0;
};

void touch(const Convex& first, const Convex& second, TouchPoints& points);
// The same with the overlap known.
void touch(const Convex& first, const Convex& second, const Overlap& overlap, TouchPoints& points);
// Where the first lies on the upper side of a triangle: what of its lower face is below it.
void touch_ground(const Convex& first, const Triangle& ground, const Vector3d& up, int triangle, TouchPoints& points);

// A sphere (half_length 0) or capsule along z, against the outsides of triangles.
void touch(double radius, double half_length, const Pose& pose, const TriangleSource& mesh, const Pose& mesh_pose,
           TouchPoints& points);

// A body of which nothing touches the surface of a grid, because it has sunk below: its middle is under the surface, by
// no more than `thickness` along z. It is lifted along the normal there.
void touch_below(const Convex& first, const TriangleSource& grid, const Pose& grid_pose, double thickness,
                 TouchPoints& points);

// Any other convex body against the outsides of triangles.
void touch(const Convex& first, const TriangleSource& mesh, const Pose& mesh_pose, TouchPoints& points);

// A mesh against the half-space below a plane: its corners there.
void touch_plane(const CollisionTree& mesh, const Pose& mesh_pose, const Vector3d& on_plane, const Vector3d& up,
                 TouchPoints& points);

// A cylinder against the half-space below a plane: up . x <= level.
void touch_plane(const Convex& cylinder, double level, const Vector3d& up, TouchPoints& points);

// Closed meshes that face outward, or open ones whose outsides meet.
void touch(const CollisionTree& first, const Pose& first_pose, const CollisionTree& second, const Pose& second_pose,
           TouchPoints& points);

}  // namespace lightsout
