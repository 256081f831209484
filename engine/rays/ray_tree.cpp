// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From the binary tree that the collider has too: each node takes in the larger ones of its children's children.
#include "engine/rays/ray_tree.h"

#include <algorithm>
#include <limits>

#include "engine/collider/triangle_tree.h"

namespace lightsout {

struct RayTree::Builder {
  using Pair = TriangleTree::Node;
  // Triangles of the mesh, a range of the binary tree's; what is below a node lies together.
  struct Range {
    std::int32_t begin = 0, end = 0;
    std::int32_t size() const { return end - begin; }
  };

  const TriangleMesh& mesh;
  TriangleTree binary = TriangleTree(mesh);
  std::vector<Range> ranges = std::vector<Range>(binary.nodes().size());
  RayTree& tree;

  const Pair& pair(std::int32_t index) const { return binary.nodes()[std::size_t(index)]; }
  const Range& range(std::int32_t index) const { return ranges[std::size_t(index)]; }
  bool is_bundle(std::int32_t index) const { return range(index).size() <= std::int32_t(lanes); }

  // Children stand behind their parents.
  void find_ranges() {
    for (std::int32_t i = std::int32_t(ranges.size()) - 1; i >= 0; --i) {
      const Pair& node = pair(i);
      ranges[std::size_t(i)] = node.is_leaf() ? Range{node.first, node.first + node.count}
                                              : Range{range(node.first).begin, range(node.first + 1).end};
    }
  }

  static float half_area(const Pair& node) {
    return node.half[0] * node.half[1] + node.half[1] * node.half[2] + node.half[2] * node.half[0];
  }

  std::vector<std::int32_t> children(std::int32_t index) const {
    std::vector<std::int32_t> found = {index};
    while (found.size() < lanes) {
      std::size_t largest = found.size();
      for (std::size_t i = 0; i < found.size(); ++i)
        if (!is_bundle(found[i]) &&
            (largest == found.size() || half_area(pair(found[i])) > half_area(pair(found[largest]))))
          largest = i;
      if (largest == found.size()) break;
      const std::int32_t first = pair(found[largest]).first;
      found[largest] = first;
      found.insert(found.begin() + std::ptrdiff_t(largest) + 1, first + 1);
    }
    return found;
  }

  const Eigen::Vector3f& vertex(std::int32_t triangle, int corner) const {
    return mesh.vertices[std::size_t(mesh.triangles[std::size_t(triangle)][corner])];
  }

  std::int32_t add_bundle(const Range& range) {
    Bundle bundle;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::int32_t triangle =
          binary.mesh_triangles()[std::size_t(std::min(range.begin + std::int32_t(lane), range.end - 1))];
      bundle.triangle[lane] = triangle;
      for (int corner = 0; corner < 3; ++corner)
        for (int axis = 0; axis < 3; ++axis)
          bundle.corners[std::size_t(corner)][std::size_t(axis)][lane] = vertex(triangle, corner)[axis];
    }
    tree.bundles_.push_back(bundle);
    return ~std::int32_t(tree.bundles_.size() - 1);
  }

  void set_box(Node& node, std::size_t lane, const Range& range) const {
    for (int axis = 0; axis < 3; ++axis) {
      float low = std::numeric_limits<float>::infinity(), high = -low;
      for (std::int32_t i = range.begin; i < range.end; ++i)
        for (int corner = 0; corner < 3; ++corner) {
          const float at = vertex(binary.mesh_triangles()[std::size_t(i)], corner)[axis];
          low = std::min(low, at);
          high = std::max(high, at);
        }
      node.bounds[0][std::size_t(axis)][lane] = low;
      node.bounds[1][std::size_t(axis)][lane] = high;
    }
  }

  std::int32_t add_node(std::int32_t index) {
    const auto place = tree.nodes_.size();
    tree.nodes_.emplace_back();
    const std::vector<std::int32_t> below = children(index);
    Node node;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const bool is_there = lane < below.size();
      set_box(node, lane, is_there ? range(below[lane]) : Range());
      node.child[lane] = !is_there                ? -1
                         : is_bundle(below[lane]) ? add_bundle(range(below[lane]))
                                                  : add_node(below[lane]);
    }
    tree.nodes_[place] = node;
    return std::int32_t(place);
  }
};

RayTree::RayTree(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return;
  Builder builder{.mesh = mesh, .tree = *this};
  builder.find_ranges();
  builder.add_node(0);
}

}  // namespace lightsout
