// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What can be hit: the primitives and meshes of boundingObjects (collision) and of Shapes (seen by infra-red and
// cameras).
#pragma once

#include <ode/ode.h>

#include <memory>
#include <vector>

#include "engine/state/pose.h"

namespace lightsout {

class LazyTree;
class Node;
class Solid;
struct TriangleMesh;

enum class ShapeKind : std::uint8_t { Box, Sphere, Cylinder, Capsule, Cone, Plane, ElevationGrid, Mesh };

// Own frame: centred at the origin; axis of cylinder, capsule and cone is +z; plane is z = 0 with the outside at z > 0.
struct Shape {
  ShapeKind kind = ShapeKind::Box;
  // Box: full lengths. Sphere: radius, -, -. Cylinder, Cone: radius, height, -. Capsule: radius, height of its
  // cylinder, -.
  Vector3d size = Vector3d::Zero();
  std::shared_ptr<const TriangleMesh> mesh;  // ElevationGrid, Mesh
  // Of a visible primitive that a scale makes another form: of its points in its own frame, before `in_solid`.
  std::shared_ptr<const Matrix3d> deformation;
  std::shared_ptr<LazyTree> tree;  // of `mesh`; collision shapes only
  Pose in_solid;
  Solid* solid = nullptr;
  Node* node = nullptr;     // the geometry node
  dGeomID geom = nullptr;   // collision shapes only; its data pointer is the Shape
  int material = 0;         // of the solid's contactMaterial, see contacts.h
  std::uint32_t order = 0;  // among the scene's collision shapes, in tree order
  // Of a Plane and the ends of a Cylinder: their friction direction is y, not x (release.h).
  bool friction_is_along_y = false;
};

// Category bits of the geoms that we made: a plugin's own geoms in our space have others, and their data is not ours.
constexpr unsigned long our_geom = 0x5a5a0001;
inline Shape* shape_of(dGeomID geom) {
  return dGeomGetCategoryBits(geom) == our_geom ? static_cast<Shape*>(dGeomGetData(geom)) : nullptr;
}

}  // namespace lightsout
