// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Two meshes. Their surfaces cross along curves, whose area vector is the direction in which pushing them apart removes
// the common volume fastest (see engine/collider/shapes/mesh_contacts.h). Of two triangles that cross, the one that
// looks more along it is the ground; what the other one has below that ground, within its borders, touches it.
#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/collider/triangles/tree_query.h"
#include "engine/shapes/pairs/touch_points.h"

namespace lightsout {
namespace {

// Corners of a triangle cut by three planes.
struct Piece {
  std::array<Vector3d, 8> points;
  int count = 0;
};

Piece clipped(const Piece& piece, const Vector3d& on_plane, const Vector3d& outward) {
  Piece result;
  for (int i = 0; i < piece.count; ++i) {
    const Vector3d &p = piece.points[i], &q = piece.points[(i + 1) % piece.count];
    const double at = (p - on_plane).dot(outward), next = (q - on_plane).dot(outward);
    if (at <= 0 && result.count < 8) result.points[result.count++] = p;
    if (((at < 0 && next > 0) || (at > 0 && next < 0)) && result.count < 8)
      result.points[result.count++] = p + at / (at - next) * (q - p);
  }
  return result;
}

// How far the triangle reaches below the ground's plane.
double reach_below(const Triangle& ground, const Vector3d& up, const Triangle& other) {
  return -std::min({up.dot(other.a - ground.a), up.dot(other.b - ground.a), up.dot(other.c - ground.a)});
}

}  // namespace

void touch_plane(const CollisionTree& mesh, const Pose& mesh_pose, const Vector3d& on_plane, const Vector3d& up,
                 TouchPoints& points) {
  if (mesh.tree.empty()) return;
  const Pose mesh_from_world = mesh_pose.inverse();
  const Vector3d direction = mesh_from_world.rotation * up, origin = mesh_from_world * on_plane;
  constexpr int deepest = 128;
  std::int32_t open[deepest];
  int count = 0;
  open[count++] = 0;
  while (count > 0) {
    const TriangleTree::Node& node = mesh.tree.nodes()[std::size_t(open[--count])];
    const Vector3d centre = node.centre.head<3>().cast<double>().matrix(),
                   half = node.half.head<3>().cast<double>().matrix();
    if (direction.dot(centre - origin) - direction.cwiseAbs().dot(half) > 0) continue;
    if (!node.is_leaf() && count + 2 <= deepest) {
      open[count++] = node.first;
      open[count++] = node.first + 1;
      continue;
    }
    for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
      const Triangle t = mesh.tree.corners()[std::size_t(i)].triangle();
      for (const Vector3d* corner : {&t.a, &t.b, &t.c}) {
        const double depth = direction.dot(origin - *corner);
        if (depth > 0) points.add(mesh_pose * *corner, up, depth);
      }
    }
  }
}

void touch(const CollisionTree& first, const Pose& first_pose, const CollisionTree& second, const Pose& second_pose,
           TouchPoints& points) {
  struct Crossed {
    Triangle first, second;  // frame of the first
    Vector3d up1, up2;
    int index;
  };
  constexpr std::size_t most = 256;
  std::array<Crossed, most> crossed;
  std::size_t count = 0;
  Vector3d area = Vector3d::Zero(), origin = Vector3d::Zero();
  bool has_origin = false;
  const Pose pose = first_pose.inverse() * second_pose;
  const auto visit = [&](TrianglePair pair, const Triangle& t1, const Triangle& t2) {
    const Vector3d up1 = (t1.b - t1.a).cross(t1.c - t1.a).normalized(),
                   up2 = (t2.b - t2.a).cross(t2.c - t2.a).normalized();
    Segment segment;
    if (crossing_of(t1, t2, segment)) {
      if (!has_origin) origin = segment.from;
      has_origin = true;
      area += 0.5 * (segment.from - origin).cross(segment.to - origin);
    }
    if (count < most) crossed[count++] = {t1, t2, up1, up2, second.triangles[std::size_t(pair.second)]};
  };
  visit_touching(first.tree, second.tree, {pose.rotation, pose.position}, std::ref(visit));

  const double length = area.norm();
  const Vector3d along = length > 0 ? Vector3d(area / length) : Vector3d::Zero();
  for (std::size_t i = 0; i < count; ++i) {
    const Crossed& c = crossed[i];
    const double by_first = std::abs(c.up1.dot(along)), by_second = std::abs(c.up2.dot(along));
    const bool on_second = std::abs(by_first - by_second) > 0.2
                               ? by_second > by_first
                               : reach_below(c.second, c.up2, c.first) <= reach_below(c.first, c.up1, c.second);
    const Triangle &ground = on_second ? c.second : c.first, &other = on_second ? c.first : c.second;
    const Vector3d& up = on_second ? c.up2 : c.up1;
    Piece piece;
    for (const Vector3d* p : {&other.a, &other.b, &other.c}) piece.points[piece.count++] = *p;
    const Vector3d* corners[] = {&ground.a, &ground.b, &ground.c, &ground.a};
    for (int k = 0; k < 3 && piece.count > 0; ++k)
      piece = clipped(piece, *corners[k], (*corners[k + 1] - *corners[k]).cross(up));
    for (int k = 0; k < piece.count; ++k) {
      const double depth = up.dot(ground.a - piece.points[k]);
      if (depth <= 0) continue;
      points.add(first_pose * Vector3d(piece.points[k] + 0.5 * depth * up),
                 first_pose.rotation * (on_second ? up : Vector3d(-up)), depth, c.index);
    }
  }
}

}  // namespace lightsout
