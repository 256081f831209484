// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The part of a shape that is below a plane: what buoyancy and drag are computed from.
#pragma once

#include <vector>

#include "engine/shapes/shape.h"

namespace lightsout {

// Triangles around a volume, counter-clockwise seen from outside, in the shape's frame.
struct ClosedSurface {
  std::vector<Vector3d> vertices;
  std::vector<Eigen::Vector3i> triangles;
};

// Empty for planes and elevation grids, which have no volume. Curved shapes are faceted so that their volume is exact.
ClosedSurface closed_surface(const Shape& shape);

struct Immersion {
  double volume = 0;                      // m^3
  Vector3d center = Vector3d::Zero();     // of the volume, in the shape's frame
  double area = 0;                        // of the surface that is wet, m^2
  Vector3d projected = Vector3d::Zero();  // area of the shadow along each axis of the frame asked for, m^2
};

// Of the part where up . x <= level; `frame_from_shape` is the frame of `projected`. Shadows are right for convex
// shapes.
Immersion immersed_part(const ClosedSurface& surface, const Vector3d& up, double level,
                        const Matrix3d& frame_from_shape);

}  // namespace lightsout
