// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/rays/ray_form.h"

#include <Eigen/LU>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/rays/ray_mesh.h"
#include "world_format/nodes/node.h"

namespace lightsout {

namespace {

bool is_shape_of_fluid(const Shape& shape) {
  for (const Node* node = shape.node; node && !node->is_a("Solid"); node = node->parent())
    if (node->is_a("Fluid")) return true;
  return false;
}

}  // namespace

Shared<RayForm> RayForm::find(SharedSettings& known, const Shape& shape, const RayMesh* mesh, bool is_looked_at) {
  const Parts parts = is_looked_at ? parts_of(shape) : Parts();
  const bool is_of_fluid = is_looked_at && is_shape_of_fluid(shape);
  SharedSettings::Key key("RayForm");
  key.add(shape.kind).add(shape.size).add(shape.in_solid).add(reinterpret_cast<std::uintptr_t>(mesh));
  key.add(is_looked_at).add(is_of_fluid).add(parts).add(shape.deformation != nullptr);
  for (int axis = 0; shape.deformation && axis < 3; ++axis) key.add(Vector3d(shape.deformation->col(axis)));
  return known.find<RayForm>(key, [&] { return RayForm(shape, mesh, is_looked_at, is_of_fluid, parts); });
}

RayForm::RayForm(const Shape& shape, const RayMesh* mesh, bool is_looked_at, bool is_of_fluid, Parts parts)
    : kind_(shape.kind),
      is_looked_at_(is_looked_at),
      is_of_fluid_(is_of_fluid),
      parts_(parts),
      half_size_(shape.size),
      in_solid_(shape.in_solid),
      mesh_(mesh) {
  if (kind_ == ShapeKind::Box || kind_ == ShapeKind::Plane) half_size_ /= 2;
  radius_ = find_radius();
  if (!shape.deformation) return;
  deformed_ = Deformed{*shape.deformation, shape.deformation->inverse()};
  radius_ *= deformed_->there.norm();  // at least the greatest factor of a length
}

RayForm::Parts RayForm::parts_of(const Shape& shape) {
  Parts parts;
  const Node* geometry = shape.node && shape.node->has("geometry") ? shape.node->node("geometry") : nullptr;
  if (!geometry || !geometry->has("side")) return parts;
  parts.side = geometry->get<bool>("side");
  parts.bottom = geometry->get<bool>("bottom");
  if (geometry->has("top")) parts.top = geometry->get<bool>("top");
  return parts;
}

double RayForm::find_radius() const {
  switch (kind_) {
    case ShapeKind::Box:
      return half_size_.norm();
    case ShapeKind::Plane:
      return half_size_.head<2>().norm();
    case ShapeKind::Sphere:
      return half_size_.x();
    case ShapeKind::Capsule:
      return half_size_.x() + half_size_.y() / 2;
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      return std::hypot(half_size_.x(), half_size_.y() / 2);
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      return mesh_->bounds().min().cwiseAbs().cwiseMax(mesh_->bounds().max().cwiseAbs()).norm();
  }
  return std::numeric_limits<double>::infinity();
}

Vector3d RayForm::plane_normal() const {
  const Vector3d up = Vector3d::UnitZ();
  return in_solid_.rotation * (deformed_ ? Vector3d((deformed_->back.transpose() * up).normalized()) : up);
}

// In its own frame, of a primitive.
Vector3d RayForm::half_box() const {
  const double radius = half_size_.x(), half = half_size_.y() / 2;
  switch (kind_) {
    case ShapeKind::Sphere:
      return Vector3d::Constant(radius);
    case ShapeKind::Capsule:
      return {radius, radius, half + radius};
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      return {radius, radius, half};
    case ShapeKind::Plane:
      return {half_size_.x(), half_size_.y(), 0};
    default:
      return half_size_;
  }
}

RayForm::Bounds RayForm::bounds(const Pose& world_from_solid) const {
  const Matrix3d& turn = world_from_solid.rotation;
  const Vector3d centre = world_from_solid * in_solid_.position;
  if (deformed_) return {centre, (turn * in_solid_.rotation * deformed_->there).cwiseAbs() * half_box()};
  switch (kind_) {
    case ShapeKind::Sphere:
      return {centre, Vector3d::Constant(half_size_.x())};
    case ShapeKind::Capsule: {
      const Vector3d axis = turn * in_solid_.rotation.col(2);
      return {centre, (half_size_.y() / 2 * axis.cwiseAbs()).array() + half_size_.x()};
    }
    case ShapeKind::Cylinder:
    case ShapeKind::Cone: {
      // Of a disc of radius r whose normal n is a unit vector, each half length is r sqrt(1 - n_i^2).
      const Vector3d axis = turn * in_solid_.rotation.col(2);
      const Vector3d of_disc = (1 - axis.array().square()).max(0).sqrt();
      return {centre, half_size_.y() / 2 * axis.cwiseAbs() + half_size_.x() * of_disc};
    }
    case ShapeKind::Box:
      return {centre, (turn * in_solid_.rotation).cwiseAbs() * half_size_};
    case ShapeKind::Plane:
      return {centre, (turn * in_solid_.rotation).leftCols<2>().cwiseAbs() * half_size_.head<2>()};
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      return {world_from_solid * (in_solid_ * mesh_->bounds().center()),
              (turn * in_solid_.rotation).cwiseAbs() * (mesh_->bounds().sizes() / 2)};
  }
  return {centre, Vector3d::Constant(std::numeric_limits<double>::infinity())};
}

std::optional<SurfaceHit> RayForm::hit_closed(const Vector3d& origin, const Vector3d& direction) const {
  const double radius = half_size_.x(), height = half_size_.y();
  if (kind_ == ShapeKind::Cylinder) return hit_cylinder(radius, height, origin, direction);
  if (kind_ == ShapeKind::Capsule) return hit_capsule(radius, height, origin, direction);
  return hit_cone(radius, height, origin, direction);
}

// A flat cap is told by its normal, a capsule's half ball by where it is.
RayForm::Part RayForm::part_at(const SurfaceHit& hit, const Vector3d& point) const {
  const bool is_round = kind_ == ShapeKind::Capsule;
  const double up = is_round ? point.z() : hit.normal.z(), side = is_round ? half_size_.y() / 2 : 0.999999;
  if (up < -side) return Part::Bottom;
  return up > side && kind_ != ShapeKind::Cone ? Part::Top : Part::Side;
}

// A shape of which parts are missing is met from its outside. Through what is missing its wall behind shows, unless the
// ray begins between the walls; the inside of a cap never does (Webots, src/webots/nodes/WbCylinder.cpp).
std::optional<SurfaceHit> RayForm::hit_open(const Vector3d& origin, const Vector3d& direction,
                                            bool sees_as_cameras) const {
  const auto front = hit_closed(origin, direction);
  if (!front || !(front->distance > 0 && front->normal.dot(direction) < 0)) return std::nullopt;
  const Part entered = part_at(*front, origin + front->distance * direction);
  if (entered == Part::Side ? parts_.side : entered == Part::Top ? parts_.top : parts_.bottom) return front;
  if (sees_as_cameras) return std::nullopt;
  const double wall =
      kind_ == ShapeKind::Cone ? std::abs(half_size_.x() * (0.5 - origin.z() / half_size_.y())) : half_size_.x();
  if (!parts_.side || origin.head<2>().norm() < wall) return std::nullopt;
  // From beyond, the other way.
  const double reach = front->distance + 4 * find_radius();
  const auto back = hit_closed(origin + reach * direction, -direction);
  if (!back || part_at(*back, origin + (reach - back->distance) * direction) != Part::Side) return std::nullopt;
  return SurfaceHit{reach - back->distance, -back->normal};
}

// Of a deformed shape the ray is brought back to where the shape is not: it stays straight.
std::optional<RayForm::Hit> RayForm::hit(const Vector3d& origin_in_solid, const Vector3d& direction_in_solid,
                                         double reach, bool sees_as_cameras) const {
  if (is_of_fluid_ && !sees_as_cameras) return std::nullopt;
  const Vector3d origin = local(origin_in_solid);
  Vector3d direction = in_solid_.rotation.transpose() * direction_in_solid;
  double stretch = 1;
  if (deformed_) {
    direction = deformed_->back * direction;
    stretch = direction.norm();
    direction /= stretch;
  }
  std::optional<SurfaceHit> hit;
  int triangle = -1;
  switch (kind_) {
    case ShapeKind::Box:
      hit = hit_box(half_size_, origin, direction);
      break;
    case ShapeKind::Sphere:
      hit = hit_sphere(half_size_.x(), origin, direction);
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
    case ShapeKind::Cone:
      hit = parts_.are_all() ? hit_closed(origin, direction) : hit_open(origin, direction, sees_as_cameras);
      break;
    case ShapeKind::Plane:
      hit = hit_plane(origin, direction);
      if (hit && !is_endless()) {
        const Vector3d point = origin + hit->distance * direction;
        if (std::abs(point.x()) > half_size_.x() || std::abs(point.y()) > half_size_.y()) hit.reset();
      }
      break;
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh:
      if (const auto found = mesh_->hit(origin, direction, reach, is_looked_at_)) {
        hit = SurfaceHit{found->distance, mesh_->area(found->triangle).normalized()};
        triangle = found->triangle;
      }
      break;
  }
  if (!hit || (is_looked_at_ && !(hit->distance > 0 && hit->normal.dot(direction) < 0))) return std::nullopt;
  if (!deformed_) return Hit{hit->distance, in_solid_.rotation * hit->normal, triangle};
  const Vector3d normal = (deformed_->back.transpose() * hit->normal).normalized();
  return Hit{hit->distance / stretch, in_solid_.rotation * normal, triangle};
}

}  // namespace lightsout
