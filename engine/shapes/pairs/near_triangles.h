// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The triangles of a mesh that a shape may touch, and the seams between them.
#pragma once

#include <array>

#include "engine/collider/triangles/triangle_pair.h"
#include "engine/shapes/pairs/collision_tree.h"
#include "engine/state/pose.h"

namespace lightsout {

// Triangles in the frame of a mesh.
class TriangleSource {
 public:
  virtual ~TriangleSource() = default;
  class Visitor {
   public:
    virtual ~Visitor() = default;
    virtual void visit(int triangle, const Triangle& corners) = 0;
  };
  // All triangles whose boxes meet the box, and perhaps others.
  virtual void visit_near(const Vector3d& low, const Vector3d& high, Visitor& visitor) const = 0;
};

class TreeTriangles final : public TriangleSource {
 public:
  explicit TreeTriangles(const CollisionTree& tree) : tree_(tree) {}
  void visit_near(const Vector3d& low, const Vector3d& high, Visitor& visitor) const override;

 private:
  const CollisionTree& tree_;
};

struct NearTriangle {
  Triangle corners;
  Vector3d up;  // unit normal
  int index;
};

class NearTriangles {
 public:
  static constexpr int most = 512;
  void add(const Triangle& corners, const Vector3d& up, int index) {
    if (count_ < most) triangles_[count_++] = {corners, up, index};
  }
  const NearTriangle* begin() const { return triangles_.data(); }
  const NearTriangle* end() const { return triangles_.data() + count_; }

  // Where triangles meet, what is nearest on one may be a point of the edge that it shares with its neighbour, and the
  // direction from there is not that of any surface. True if one of these triangles has the point and rises from it in
  // the direction: then that one has a nearer point, and a ball rolls over the seams of a flat floor as if there were
  // none.
  bool is_seam(const Vector3d& point, const Vector3d& direction) const { return rises(point, direction, 1e-6); }
  // The same for a triangle that rises by more than this angle, rad.
  bool rises(const Vector3d& point, const Vector3d& direction, double angle) const;

 private:
  std::array<NearTriangle, most> triangles_;
  int count_ = 0;
};

// The point of the triangle that is nearest to p (Ericson 2005). `inside`: it is not on an edge.
Vector3d nearest_on(const Triangle& triangle, const Vector3d& p, bool& inside);

}  // namespace lightsout
