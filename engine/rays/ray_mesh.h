// A triangle mesh and the nearest of its triangles along a ray, in the mesh's own frame. Every comparison is made in
// double precision by this code, so that the triangle and the distance are the same bits on every processor.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>

#include "engine/collider/triangle_tree.h"
#include "engine/mesh/triangle_mesh.h"
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
  void try_triangle(const TriangleTree::Corners& corners, int triangle, Look& look) const;
  void open(const TriangleTree::Node& node, Look& look) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  TriangleTree tree_;
  Eigen::AlignedBox3d bounds_;
};

}  // namespace lightsout
