// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a ray meets a primitive, in closed form and double precision, in the primitive's own frame (see shape.h). The
// shapes are closed sets: a ray that starts outside hits where it enters, one that starts inside hits where it leaves,
// one that only touches hits where it touches.
#pragma once

#include <optional>

#include "engine/state/pose.h"

namespace lightsout {

struct SurfaceHit {
  double distance;  // >= 0, in lengths of `direction`
  Vector3d normal;  // unit, outward
};

// `direction` has length 1.
std::optional<SurfaceHit> hit_box(const Vector3d& half_size, const Vector3d& origin, const Vector3d& direction);
std::optional<SurfaceHit> hit_sphere(double radius, const Vector3d& origin, const Vector3d& direction);
std::optional<SurfaceHit> hit_cylinder(double radius, double height, const Vector3d& origin, const Vector3d& direction);
std::optional<SurfaceHit> hit_capsule(double radius, double height, const Vector3d& origin, const Vector3d& direction);
// Apex at z = height / 2, base at z = -height / 2.
std::optional<SurfaceHit> hit_cone(double radius, double height, const Vector3d& origin, const Vector3d& direction);
// z = 0 seen from both sides.
std::optional<SurfaceHit> hit_plane(const Vector3d& origin, const Vector3d& direction);

}  // namespace lightsout
