// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A mesh prepared for queries: its triangles in the leaves of a binary tree of boxes along the mesh's own axes. Two
// trees meet with one relative pose for the whole query, so their boxes need no axes of their own (van den Bergen's and
// Terdiman's argument for such trees); boxes are in single precision, rounded outward, triangles are decided in double.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/collider/triangles/triangle_pair.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {

class TriangleTree {
 public:
  struct alignas(16) Node {
    Eigen::Array4f centre;  // x, y, z, 0
    Eigen::Array4f half;    // half lengths, 0
    std::int32_t first;     // leaf: its first triangle; else its first child, the other one follows
    std::int32_t count;     // triangles of a leaf, 0 for inner nodes
    float size;             // sum of the half lengths: the larger box is opened first
    std::int32_t unused;
    bool is_leaf() const { return count > 0; }
  };
  // As in the file: single precision loses nothing there.
  struct Corners {
    Eigen::Vector3f a, b, c;
    Triangle triangle() const { return {a.cast<double>(), b.cast<double>(), c.cast<double>()}; }
  };

  TriangleTree() = default;
  // All triangles must have a nonzero area.
  explicit TriangleTree(const TriangleMesh& mesh);

  bool empty() const { return corners_.empty(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& root() const { return nodes_[0]; }
  std::span<const Corners> corners() const { return corners_; }
  // For each of corners(): which triangle of the mesh it is.
  std::span<const std::int32_t> mesh_triangles() const { return mesh_triangles_; }

  // Of the root's box, exactly around the vertices.
  const Eigen::Vector3d& low() const { return low_; }
  const Eigen::Vector3d& high() const { return high_; }
  // Larger than any coordinate's magnitude.
  double extent() const { return extent_; }
  std::size_t bytes() const;

 private:
  std::vector<Node> nodes_;
  std::vector<Corners> corners_;
  std::vector<std::int32_t> mesh_triangles_;
  Eigen::Vector3d low_ = Eigen::Vector3d::Zero(), high_ = Eigen::Vector3d::Zero();
  double extent_ = 0;
};

}  // namespace lightsout
