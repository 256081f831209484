// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Spheres and capsules on triangles: the nearest points of the ends, and of the line between them on the edges.
#include <algorithm>
#include <cmath>

#include "engine/shapes/pairs/touch_points.h"

namespace lightsout {
namespace {

// The nearest points of the segment p + s d, 0 <= s <= 1, and the edge a b. False where the ends of the segment are
// nearest: they are looked at as spheres.
bool nearest_on_edge(const Vector3d& p, const Vector3d& d, const Vector3d& a, const Vector3d& b, Vector3d& on_segment,
                     Vector3d& on_edge) {
  const Vector3d e = b - a, r = p - a;
  const double dd = d.squaredNorm(), ee = e.squaredNorm(), de = d.dot(e), dr = d.dot(r), er = e.dot(r);
  const double denominator = dd * ee - de * de;
  if (denominator <= 1e-9 * dd * ee) return false;  // parallel
  double s = (de * er - dr * ee) / denominator;
  const double t = std::clamp((de * s + er) / ee, 0.0, 1.0);
  s = (de * t - dr) / dd;
  if (!(s > 0 && s < 1)) return false;
  on_segment = p + s * d;
  on_edge = a + t * e;
  return true;
}

class RoundOnMesh final : public TriangleSource::Visitor {
 public:
  RoundOnMesh(double radius, double half_length, const Pose& mesh_from_round)
      : radius_(radius), middle_(mesh_from_round.position), axis_(half_length * mesh_from_round.rotation.col(2)) {}

  void visit(int index, const Triangle& t) override {
    const Vector3d normal = (t.b - t.a).cross(t.c - t.a);
    const double area = normal.norm();
    if (!(area > 0)) return;
    const Vector3d n = normal / area;
    const double height = n.dot(middle_ - t.a), reach = std::abs(n.dot(axis_));
    if (height + reach < 0 || height - reach > radius_) return;  // behind it, or above
    near_.add(t, n, index);
  }

  void find(const Pose& world_from_mesh, TouchPoints& points) {
    for (const NearTriangle& near : near_) {
      if (axis_.isZero()) {
        add_ball(near, middle_, world_from_mesh, points);
        continue;
      }
      add_ball(near, middle_ - axis_, world_from_mesh, points);
      add_ball(near, middle_ + axis_, world_from_mesh, points);
      const Triangle& t = near.corners;
      const Vector3d* corners[] = {&t.a, &t.b, &t.c, &t.a};
      for (int k = 0; k < 3; ++k) {
        Vector3d on_segment, on_edge;
        if (nearest_on_edge(middle_ - axis_, 2 * axis_, *corners[k], *corners[k + 1], on_segment, on_edge))
          add_line(near, on_segment, on_edge, world_from_mesh, points);
      }
    }
  }

 private:
  void add_ball(const NearTriangle& near, const Vector3d& center, const Pose& world_from_mesh, TouchPoints& points) {
    bool inside;
    const Vector3d on_mesh = nearest_on(near.corners, center, inside), away = center - on_mesh;
    const double distance = away.norm();
    if (!holds(near, center, distance)) return;
    const Vector3d normal = inside || distance == 0 ? near.up : Vector3d(away / distance);
    if (inside || !near_.is_seam(on_mesh, normal)) add(near, on_mesh, normal, distance, world_from_mesh, points);
  }

  // Where the line of the capsule crosses an edge. A face that it lies on nearly is its ground up to the face's border,
  // on the side where it is a little farther too.
  void add_line(const NearTriangle& near, const Vector3d& center, const Vector3d& on_mesh, const Pose& world_from_mesh,
                TouchPoints& points) {
    const Vector3d away = center - on_mesh;
    const double distance = away.norm();
    if (!holds(near, center, distance) || distance == 0) return;
    constexpr double nearly = 0.05;
    const Vector3d normal = away / distance;
    if (!near_.is_seam(on_mesh, normal)) return add(near, on_mesh, normal, distance, world_from_mesh, points);
    if (near.up.dot(normal) < 1 - nearly * nearly || near_.rises(on_mesh, normal, nearly)) return;
    // Right below the axis: beside it the ground would roll it.
    const double height = near.up.dot(center - near.corners.a);
    add(near, center - height * near.up, near.up, height, world_from_mesh, points);
  }

  bool holds(const NearTriangle& near, const Vector3d& center, double distance) const {
    return distance < radius_ && near.up.dot(center - near.corners.a) >= 0;
  }

  void add(const NearTriangle& near, const Vector3d& on_mesh, const Vector3d& normal, double distance,
           const Pose& world_from_mesh, TouchPoints& points) {
    points.add(world_from_mesh * on_mesh, world_from_mesh.rotation * normal, radius_ - distance, near.index);
  }

  double radius_;
  Vector3d middle_, axis_;  // axis: from the middle to an end
  NearTriangles near_;
};

}  // namespace

void touch(double radius, double half_length, const Pose& pose, const TriangleSource& mesh, const Pose& mesh_pose,
           TouchPoints& points) {
  const Pose mesh_from_round = mesh_pose.inverse() * pose;
  RoundOnMesh round(radius, half_length, mesh_from_round);
  const Vector3d reach = (half_length * mesh_from_round.rotation.col(2)).cwiseAbs() + Vector3d::Constant(radius);
  mesh.visit_near(mesh_from_round.position - reach, mesh_from_round.position + reach, round);
  round.find(mesh_pose, points);
}

}  // namespace lightsout
