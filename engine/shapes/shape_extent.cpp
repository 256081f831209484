// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/shape_extent.h"

#include <algorithm>
#include <cmath>

#include "engine/mesh/triangle_mesh.h"

namespace lightsout {
namespace {

// Half the way between two points at the ends of the shape's z axis, and half the reach of a disc around that axis.
Vector3d along(const Vector3d& axis, double half) { return half * axis.cwiseAbs(); }
Vector3d around(const Vector3d& axis, double radius) {
  return radius * (Vector3d::Ones() - axis.cwiseAbs2()).cwiseMax(0).cwiseSqrt();
}

Eigen::AlignedBox3d centred(const Vector3d& middle, const Vector3d& half) { return {middle - half, middle + half}; }

}  // namespace

Eigen::AlignedBox3d extent_of(const Shape& shape, const Pose& axes_from_shape) {
  const Vector3d &size = shape.size, &middle = axes_from_shape.position;
  const Vector3d axis = axes_from_shape.rotation.col(2);
  switch (shape.kind) {
    case ShapeKind::Plane:
      return {};
    case ShapeKind::Box:
      return centred(middle, axes_from_shape.rotation.cwiseAbs() * size / 2);
    case ShapeKind::Sphere:
      return centred(middle, Vector3d::Constant(size.x()));
    case ShapeKind::Cylinder:
      return centred(middle, along(axis, size.y() / 2) + around(axis, size.x()));
    case ShapeKind::Capsule:
      return centred(middle, along(axis, size.y() / 2) + Vector3d::Constant(size.x()));
    case ShapeKind::Cone:
      return centred(middle - size.y() / 2 * axis, around(axis, size.x()))
          .extend(Vector3d(middle + size.y() / 2 * axis));
    case ShapeKind::ElevationGrid:
    case ShapeKind::Mesh: {
      Eigen::AlignedBox3d box;
      for (const Eigen::Vector3f& vertex : shape.mesh->vertices) box.extend(axes_from_shape * vertex.cast<double>());
      return box;
    }
  }
  return {};
}

}  // namespace lightsout
