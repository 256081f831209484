// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A mesh prepared for pairs of colliding shapes.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/collider/triangles/triangle_tree.h"

namespace lightsout {

struct CollisionTree {
  explicit CollisionTree(const TriangleMesh& mesh);
  TriangleTree tree;                    // without triangles that have no area
  std::vector<std::int32_t> triangles;  // for each of tree.corners() which one of the mesh it is
};

// Built when the first pair needs it: most meshes only ever meet boxes and cylinders.
class LazyTree {
 public:
  explicit LazyTree(std::shared_ptr<const TriangleMesh> mesh) : mesh_(std::move(mesh)) {}
  const CollisionTree& built() {
    if (!tree_) tree_.emplace(*mesh_);
    return *tree_;
  }

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
  std::optional<CollisionTree> tree_;
};

}  // namespace lightsout
