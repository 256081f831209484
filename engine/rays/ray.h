// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A ray, and what it meets.
#pragma once

#include <cstdint>

#include "engine/state/pose.h"

namespace lightsout {

struct Shape;

struct Ray {
  Vector3d origin;     // world axes, m
  Vector3d direction;  // unit
  double length;       // m
  // Of visible shapes: it meets those of Fluids, and no wall of a cylinder, capsule or cone from inside, through what
  // is missing of it.
  bool sees_as_cameras = false;
};

struct RayHit {
  double distance;  // m from the origin
  Vector3d normal;  // unit, world axes, against the ray
  const Shape* shape;
  std::uint32_t number;  // of the shape in its set
  int triangle;          // of the shape's mesh; -1: the shape is no mesh
  Vector3d local;        // the point in the shape's frame
};

}  // namespace lightsout
