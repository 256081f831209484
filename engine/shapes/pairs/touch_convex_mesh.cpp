// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A convex body on triangles. It lies on a triangle's upper side, or the way out is across an edge or corner of the
// mesh; what seems to lead across a seam between triangles leads up from them (see NearTriangles::is_seam).
#include "engine/shapes/pairs/touch_points.h"

namespace lightsout {
namespace {

// A way out that is off the triangle's normal by less is its own.
constexpr double cos_of_up = 0.995;

class ConvexOnMesh final : public TriangleSource::Visitor {
 public:
  // `body` in the frame of the mesh.
  explicit ConvexOnMesh(const Convex& body) : body_(body) {}

  void visit(int index, const Triangle& t) override {
    const Vector3d normal = (t.b - t.a).cross(t.c - t.a);
    const double area = normal.norm();
    if (!(area > 0)) return;
    const Vector3d up = normal / area;
    if (up.dot(farthest_point(body_, -up) - t.a) >= 0 || up.dot(farthest_point(body_, up) - t.a) <= 0) return;
    near_.add(t, up, index);
  }

  void find(TouchPoints& points) const {
    for (const NearTriangle& near : near_) {
      const Convex triangle{Convex::Core::Triangle, Vector3d::Zero(), 0, Pose(), &near.corners};
      const auto overlap = overlap_of(body_, triangle);
      if (!overlap || overlap->depth <= 0) continue;
      const double along_up = overlap->normal.dot(near.up);
      const Vector3d on_triangle = overlap->point + 0.5 * overlap->depth * overlap->normal;
      if (along_up > cos_of_up) {
        touch_ground(body_, near.corners, near.up, near.index, points);
      } else if (along_up < -0.1) {
        continue;  // out through the back: this triangle is not what holds it
      } else if (!near_.is_seam(on_triangle, overlap->normal)) {
        touch(body_, triangle, *overlap, points);
      } else if (near.up.dot(near.corners.a - farthest_point(body_, -near.up)) < 3 * overlap->depth) {
        // A neighbour holds it better, but where a corner of the body is right on the seam both say so of each other.
        touch_ground(body_, near.corners, near.up, near.index, points);
      }
    }
  }

 private:
  const Convex& body_;
  NearTriangles near_;
};

// The lowest triangle above a point.
class Ceiling final : public TriangleSource::Visitor {
 public:
  explicit Ceiling(const Vector3d& point) : point_(point) {}
  void visit(int index, const Triangle& t) override {
    const Vector3d normal = (t.b - t.a).cross(t.c - t.a);
    if (normal.z() <= 0) return;
    const auto left_of = [&](const Vector3d& a, const Vector3d& b) {
      return (b.x() - a.x()) * (point_.y() - a.y()) - (b.y() - a.y()) * (point_.x() - a.x()) >= 0;
    };
    if (!left_of(t.a, t.b) || !left_of(t.b, t.c) || !left_of(t.c, t.a)) return;
    const double height = normal.dot(t.a - point_) / normal.z();
    if (height < 0 || (index_ >= 0 && height >= height_)) return;
    height_ = height;
    index_ = index;
    up_ = normal.normalized();
  }
  bool found() const { return index_ >= 0; }
  double height() const { return height_; }
  const Vector3d& up() const { return up_; }
  int index() const { return index_; }

 private:
  Vector3d point_, up_ = Vector3d::Zero();
  double height_ = 0;
  int index_ = -1;
};

}  // namespace

void touch_below(const Convex& first, const TriangleSource& grid, const Pose& grid_pose, double thickness,
                 TouchPoints& points) {
  const Vector3d middle = grid_pose.inverse() * first.pose.position;
  Ceiling ceiling(middle);
  grid.visit_near(middle, middle + Vector3d(0, 0, thickness), ceiling);
  if (!ceiling.found()) return;
  const Vector3d up = grid_pose.rotation * ceiling.up();
  const Vector3d lowest = farthest_point(first, -up) - first.rounding * up;
  const Vector3d surface = grid_pose * (middle + Vector3d(0, 0, ceiling.height()));
  points.add(lowest, up, up.dot(surface - lowest), ceiling.index());
}

void touch(const Convex& first, const TriangleSource& mesh, const Pose& mesh_pose, TouchPoints& points) {
  Convex body = first;
  body.pose = mesh_pose.inverse() * first.pose;
  Vector3d low, high;
  for (int i = 0; i < 3; ++i) {
    low[i] = farthest_point(body, -Vector3d::Unit(i))[i];
    high[i] = farthest_point(body, Vector3d::Unit(i))[i];
  }
  ConvexOnMesh convex(body);
  mesh.visit_near(low, high, convex);
  const int before = points.count();
  convex.find(points);
  for (TouchPoint& point : points.all().subspan(std::size_t(before))) {
    point.position = mesh_pose * point.position;
    point.normal = mesh_pose.rotation * point.normal;
  }
}

}  // namespace lightsout
