// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The triangles of a mesh for rays: a tree of boxes, eight to a node, over bundles of four triangles. What is alike of
// four lies side by side, so that one instruction does the same for all of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/mesh/triangle_mesh.h"

namespace lightsout {

class RayTree {
 public:
  static constexpr std::size_t lanes = 4, children = 8;
  using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
  using Lanes =
      std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));  // of a comparison: not 0 is true
  using Points = std::array<Floats, 3>;                                         // x of all, y of all, z of all
  using Planes = std::array<Floats, children / lanes>;                          // one of each child's box

  struct alignas(64) Node {  // four lines of the cache
    // Lower x, upper x, lower y, ...; of a child that is not there: lower infinity, upper -infinity.
    std::array<Planes, 6> planes;
    std::array<std::int32_t, children> child;  // a node, or ~ a bundle
  };
  struct Bundle {
    std::array<Points, 3> corners;             // as in the file: single precision loses nothing there
    std::array<std::int32_t, lanes> triangle;  // of the mesh; its last again where there are fewer
  };

  explicit RayTree(const TriangleMesh& mesh);

  // The first is the root; none: the mesh is empty.
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Bundle>& bundles() const { return bundles_; }

 private:
  struct Builder;
  std::vector<Node> nodes_;
  std::vector<Bundle> bundles_;
};

}  // namespace lightsout
