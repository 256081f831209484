// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Convex bodies for the pairs of shapes that ODE does not treat well: their farthest points, the faces, edges or points
// that they rest on, and how deep two of them are in each other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/collider/triangles/triangle_pair.h"
#include "engine/state/pose.h"

namespace lightsout {

// In its own frame centred at the origin, the axis of cylinder, cone (apex up) and segment along z. Everything within
// `rounding` of the core is part of it: a point with rounding is a sphere, a segment a capsule.
struct Convex {
  enum class Core : std::uint8_t { Point, Segment, Box, Cylinder, Cone, Triangle };
  Core core;
  Vector3d half;  // Box: half lengths. Segment: -, -, half length. Cylinder, Cone: radius, -, half height
  double rounding;
  Pose pose;                           // world_from_own
  const Triangle* triangle = nullptr;  // Triangle: its corners in its own frame
};

// The point of the core that is farthest in a direction (any length but 0), world axes.
Vector3d farthest_point(const Convex& body, const Vector3d& direction);

// What touches a plane that comes against the body: the corners of a face in order around it, the ends of an edge, or a
// point. World axes, on the surface.
struct Feature {
  static constexpr int most = 8;
  std::array<Vector3d, most> points;
  int count = 0;
  void add(const Vector3d& point) { points[count++] = point; }
};
// In the unit direction, which may be off the face's or edge's normal by `tolerance` rad. Round faces have eight
// corners, one of them in the direction.
Feature facing_feature(const Convex& body, const Vector3d& direction, double tolerance);

// How two bodies overlap: moved apart by `depth` along the normal they only touch, and no other direction does with
// less.
struct Overlap {
  double depth;
  Vector3d normal;  // unit, from the second to the first
  Vector3d point;   // halfway between the two surfaces
};
// nullopt if they are apart.
std::optional<Overlap> overlap_of(const Convex& first, const Convex& second);

}  // namespace lightsout
