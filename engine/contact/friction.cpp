// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/contact/friction.h"

#include <algorithm>
#include <cmath>

#include "engine/bodies/solid.h"
#include "engine/ode/ode_context.h"
#include "engine/shapes/shape.h"

namespace lightsout {

FrictionLayout::Pair FrictionLayout::at(double angle) const {
  const double c = std::abs(std::cos(angle)), s = std::abs(std::sin(angle));
  const auto& v = values;
  switch (count) {
    case 2:
      return {v[0] + v[0] * c + v[1] * s, v[1] + v[0] * s + v[1] * c};
    case 3:
      return {v[0] + v[2], v[1] + v[2]};
    case 4:
      return {v[0] + v[2] * c + v[3] * s, v[1] + v[2] * s + v[3] * c};
    default:
      return {v[0], v[0]};
  }
}

Vector3d friction_direction(const Shape& shape, const Vector3d& normal) {
  Matrix3d rotation;
  switch (shape.kind) {
    case ShapeKind::Plane:
      return (shape.solid->pose().rotation * shape.in_solid.rotation).col(shape.friction_is_along_y ? 1 : 0);
    case ShapeKind::Box:
    case ShapeKind::Cylinder:
      rotation = matrix_of(dGeomGetRotation(shape.geom));
      break;
    default:
      return Vector3d::Zero();
  }
  // x on the faces (or ends) that look along z, z on the others and around the cylinder.
  const Vector3d local = (rotation.transpose() * normal).cwiseAbs();
  const bool on_z_face = local.z() > local.x() && local.z() > local.y();
  if (!on_z_face) return rotation.col(2);
  return rotation.col(shape.kind == ShapeKind::Cylinder && shape.friction_is_along_y ? 1 : 0);
}

void apply_friction(dContact& contact, const FrictionLayout& friction, const FrictionLayout& slip,
                    const std::array<double, 2>& rotation, const Shape& first, const Shape& second, bool reversed) {
  dSurfaceParameters& s = contact.surface;
  const auto set_slip = [&s](double slip1, double slip2) {
    s.slip1 = slip1;
    s.slip2 = slip2;
    s.mode |= (slip1 != 0 ? dContactSlip1 : 0) | (slip2 != 0 ? dContactSlip2 : 0);
  };
  s.mu = s.mu2 = friction.values[0];
  if (friction.count <= 1 && slip.count <= 1) return set_slip(slip.values[0], slip.values[0]);

  const Vector3d normal = (reversed ? -1 : 1) * vector_of(contact.geom.normal);
  Vector3d direction1 = friction_direction(first, normal), direction2 = friction_direction(second, normal);
  if (direction1.isZero() || direction2.isZero()) return set_slip(slip.values[0], slip.values[0]);
  direction1 = Eigen::AngleAxisd(-rotation[0], normal) * direction1;
  direction2 = Eigen::AngleAxisd(-rotation[1], normal) * direction2;
  const double angle = std::acos(std::clamp(direction1.dot(direction2), -1.0, 1.0));
  s.mode |= dContactFDir1;
  std::copy_n(direction1.data(), 3, contact.fdir1);
  if (friction.count > 1) {
    const auto [along, across] = friction.at(angle);
    s.mode |= dContactMu2;
    s.mu = along;
    s.mu2 = across;
  }
  // Of two slips one of which is zero, each stays in its own direction.
  if (slip.count == 2 && (slip.values[0] == 0 || slip.values[1] == 0)) return set_slip(slip.values[0], slip.values[1]);
  const auto [along, across] = slip.at(angle);
  set_slip(along, across);
}

}  // namespace lightsout
