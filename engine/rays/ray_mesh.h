// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A triangle mesh and the nearest of its triangles along a ray, in the mesh's own frame. Every comparison is made in
// plain IEEE arithmetic by this code, so that the triangle and the distance are the same bits on every processor.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>

#include "engine/mesh/triangle_mesh.h"
#include "engine/rays/ray_tree.h"
#include "engine/state/pose.h"

namespace lightsout {

class RayMesh {
 public:
  explicit RayMesh(std::shared_ptr<const TriangleMesh> triangles);

  // Of a mesh without vertices: the origin.
  const Eigen::AlignedBox3d& bounds() const { return bounds_; }
  // Twice its area, outward.
  Vector3d area(int triangle) const;

  struct Hit {
    double distance;  // m, at most `length`
    int triangle;
  };
  // The nearest triangle that the ray passes inside or at an edge; of equally near ones the first of the mesh. From
  // both sides, or `from_outside`: triangles that do not face the ray let it pass. `direction` has length 1.
  std::optional<Hit> hit(const Vector3d& origin, const Vector3d& direction, double length, bool from_outside) const;
  // The same by trying every triangle: what hit() is tested against.
  std::optional<Hit> hit_by_trying_all(const Vector3d& origin, const Vector3d& direction, double length,
                                       bool from_outside) const;

 private:
  struct Look;
  Vector3d vertex(int triangle, int corner) const;
  // Its corners are relative to the ray's origin.
  static void try_triangle(const Vector3d& a, const Vector3d& b, const Vector3d& c, int triangle, Look& look);
  [[gnu::cold]] static std::optional<double> held_to_box(double distance, const Vector3d& a, const Vector3d& b,
                                                         const Vector3d& c, const Look& look);
  static unsigned may_pass(const RayTree::Bundle& bundle, const Look& look);
  void try_bundle(const RayTree::Bundle& bundle, Look& look) const;
  // A node, or ~ a bundle.
  void open(std::int32_t child, Look& look) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  RayTree tree_;
  Eigen::AlignedBox3d bounds_;
  double size_;  // of its largest coordinate
};

}  // namespace lightsout
