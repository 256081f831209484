// A triangle mesh and the nearest of its triangles along a ray, in the mesh's own frame; by Embree or by trying all.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <optional>

#include "engine/embree_library.h"
#include "engine/mesh/triangle_mesh.h"
#include "engine/pose.h"

namespace lightsout {

class RayMesh {
 public:
  // `device` nullptr: every triangle is tried for every ray.
  RayMesh(std::shared_ptr<const TriangleMesh> triangles, std::shared_ptr<const EmbreeDevice> device);
  ~RayMesh();
  RayMesh(const RayMesh&) = delete;
  RayMesh& operator=(const RayMesh&) = delete;

  // Of a mesh without vertices: the origin.
  const Eigen::AlignedBox3d& bounds() const { return bounds_; }
  // Twice its area, outward.
  Vector3d area(int triangle) const;

  struct Hit {
    double distance;  // m, more than `length` by rounding at most
    int triangle;
  };
  // From both sides, or `from_outside`: triangles that do not face the ray let it pass. `direction` has length 1.
  std::optional<Hit> hit(const Vector3d& origin, const Vector3d& direction, double length, bool from_outside) const;

 private:
  void build();
  Vector3d vertex(int triangle, int corner) const;
  std::optional<double> distance_to_plane(int triangle, const Vector3d& origin, const Vector3d& direction) const;
  bool faces(int triangle, const Vector3d& origin, const Vector3d& direction) const;
  struct Look;
  static void let_pass(const RTCFilterFunctionNArguments* arguments);
  std::optional<Hit> hit_by_embree(const Vector3d& origin, const Vector3d& direction, double length,
                                   bool from_outside) const;
  std::optional<Hit> hit_by_trying_all(const Vector3d& origin, const Vector3d& direction, double length,
                                       bool from_outside) const;

  std::shared_ptr<const TriangleMesh> mesh_;
  std::shared_ptr<const EmbreeDevice> device_;
  RTCScene scene_ = nullptr;
  Eigen::AlignedBox3d bounds_;
};

}  // namespace lightsout
