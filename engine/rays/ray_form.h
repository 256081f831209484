// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A shape as rays meet it, in the frame of the solid that carries it. Shapes that are alike share one: a thousand
// robots of a kind have no more forms than one has.
#pragma once

#include <optional>

#include "engine/shapes/ray_geometry.h"
#include "engine/shapes/shape.h"
#include "engine/state/pose.h"
#include "engine/state/shared_settings.h"

namespace lightsout {

class RayMesh;

class RayForm : public SharedSetting {
 public:
  // `mesh`: of a shape that has one, else nullptr; outlives the form. `is_looked_at`: a visible shape, which is met
  // from its outside only, and by the parts of its surface that it has; a Plane ends at half its size to both sides.
  static Shared<RayForm> find(SharedSettings& known, const Shape& shape, const RayMesh* mesh, bool is_looked_at);

  // A plane that does not end, and has no bounds.
  bool is_endless() const { return kind_ == ShapeKind::Plane && !is_looked_at_; }
  // Of a plane: unit, in the solid's frame.
  Vector3d plane_normal() const;
  // All of it lies in the ball of this radius, m, around its centre, a point of the solid's frame.
  const Vector3d& centre() const { return in_solid_.position; }
  double radius() const { return radius_; }
  // Half the lengths, m, of a box along the world's axes that holds it, and the box's centre.
  struct Bounds {
    Vector3d centre, half;
  };
  Bounds bounds(const Pose& world_from_solid) const;

  struct Hit {
    double distance;  // m
    Vector3d normal;  // unit, outward
    int triangle;     // of the mesh; -1: it has none
  };
  // Where a ray meets it, all in the solid's frame; `direction` has length 1. A hit beyond `reach`, m, may be answered
  // or not. See Ray::sees_as_cameras.
  std::optional<Hit> hit(const Vector3d& origin, const Vector3d& direction, double reach, bool sees_as_cameras) const;
  // In the shape's own frame, where nothing has deformed it.
  Vector3d local(const Vector3d& point_in_solid) const {
    const Vector3d point = in_solid_.rotation.transpose() * (point_in_solid - in_solid_.position);
    return deformed_ ? Vector3d(deformed_->back * point) : point;
  }

 private:
  // Which parts of its surface a visible cylinder, capsule or cone has.
  struct Parts {
    bool side = true, top = true, bottom = true;
    bool are_all() const { return side && top && bottom; }
  };
  enum class Part { Side, Top, Bottom };

  RayForm(const Shape& shape, const RayMesh* mesh, bool is_looked_at, bool is_of_fluid, Parts parts);
  static Parts parts_of(const Shape& shape);
  double find_radius() const;
  Vector3d half_box() const;
  // In the shape's own frame.
  std::optional<SurfaceHit> hit_closed(const Vector3d& origin, const Vector3d& direction) const;
  std::optional<SurfaceHit> hit_open(const Vector3d& origin, const Vector3d& direction, bool sees_as_cameras) const;
  Part part_at(const SurfaceHit& hit, const Vector3d& point) const;

  ShapeKind kind_;
  bool is_looked_at_, is_of_fluid_;
  Parts parts_;
  Vector3d half_size_;  // box: half lengths; plane: half size; else radius, height, -
  Pose in_solid_;
  const RayMesh* mesh_;
  double radius_;
  // Shape::deformation, and its inverse.
  struct Deformed {
    Matrix3d there, back;
  };
  std::optional<Deformed> deformed_;
};

}  // namespace lightsout
