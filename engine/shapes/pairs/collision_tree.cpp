// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/pairs/collision_tree.h"

#include <Eigen/Geometry>

namespace lightsout {

CollisionTree::CollisionTree(const TriangleMesh& mesh) {
  TriangleMesh solid{mesh.vertices, {}};
  std::vector<std::int32_t> kept;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Eigen::Vector3i& t = mesh.triangles[i];
    const auto at = [&](int k) { return mesh.vertices[std::size_t(t[k])].cast<double>().eval(); };
    if ((at(1) - at(0)).cross(at(2) - at(0)).isZero(0)) continue;
    solid.triangles.push_back(t);
    kept.push_back(std::int32_t(i));
  }
  tree = TriangleTree(solid);
  for (const std::int32_t t : tree.mesh_triangles()) triangles.push_back(kept[std::size_t(t)]);
}

}  // namespace lightsout
