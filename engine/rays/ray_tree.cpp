// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From the binary tree that the collider has too: each node takes the place of some of its nodes, so many and such that
// rays have least to open (Ylitie, Karras and Laine, "Efficient incoherent ray traversal on GPUs through compressed
// wide BVHs", 2017).
#include "engine/rays/ray_tree.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/collider/triangles/triangle_tree.h"

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

  // How many children of a node come of each half of a node of the binary tree; 0, 0: it is one of them itself.
  struct Split {
    std::uint8_t first = 0, second = 0;
  };
  // How a node of the binary tree is best shown to rays.
  struct Plan {
    // As at most 1, 2, ... children of a node: the surfaces of all that can be opened there and below, since the number
    // of rays that open a box goes with its surface.
    std::array<float, children> cost;
    std::array<Split, children> splits;
    Split own = {1, 1};  // as a node
  };
  std::vector<Plan> plans = std::vector<Plan>(binary.nodes().size());

  const Plan& plan(std::int32_t index) const { return plans[std::size_t(index)]; }

  void find_plans() {
    for (std::int32_t i = std::int32_t(plans.size()) - 1; i >= 0; --i) {
      const Pair& node = pair(i);
      Plan& best = plans[std::size_t(i)];
      best.cost.fill(half_area(node));
      if (node.is_leaf()) continue;
      float below = std::numeric_limits<float>::infinity();
      const auto halves = [&](Split split) {
        return plan(node.first).cost[split.first - 1U] + plan(node.first + 1).cost[split.second - 1U];
      };
      for (std::uint8_t count = 2; count <= children; ++count) {
        float& cost = best.cost[count - 1U] = std::numeric_limits<float>::infinity();
        for (std::uint8_t first = 1; first < count; ++first)
          if (const Split split = {first, std::uint8_t(count - first)}; halves(split) < cost) {
            cost = halves(split);
            best.splits[count - 1U] = split;
          }
        if (cost < below) {
          below = cost;
          best.own = best.splits[count - 1U];
        }
      }
      if (!is_bundle(i)) best.cost[0] += below;
      for (std::size_t count = 2; count <= children; ++count)
        if (!(best.cost[count - 1] < best.cost[count - 2])) {
          best.cost[count - 1] = best.cost[count - 2];
          best.splits[count - 1] = best.splits[count - 2];
        }
    }
  }

  // `count`: at most.
  void gather(std::int32_t index, std::size_t count, std::vector<std::int32_t>& found) const {
    const Split split = plan(index).splits[count - 1];
    if (split.first == 0) return found.push_back(index);
    gather(pair(index).first, split.first, found);
    gather(pair(index).first + 1, split.second, found);
  }

  // Of a node that is to be a node.
  std::vector<std::int32_t> children_of(std::int32_t index) const {
    if (is_bundle(index)) return {index};  // the root of a small mesh
    std::vector<std::int32_t> found;
    const Split split = plan(index).own;
    gather(pair(index).first, split.first, found);
    gather(pair(index).first + 1, split.second, found);
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

  void set_box(Node& node, std::size_t child, const Range& range) const {
    for (int axis = 0; axis < 3; ++axis) {
      float low = std::numeric_limits<float>::infinity(), high = -low;
      for (std::int32_t i = range.begin; i < range.end; ++i)
        for (int corner = 0; corner < 3; ++corner) {
          const float at = vertex(binary.mesh_triangles()[std::size_t(i)], corner)[axis];
          low = std::min(low, at);
          high = std::max(high, at);
        }
      Planes* const planes = &node.planes[2 * std::size_t(axis)];
      planes[0][child / lanes][child % lanes] = low;
      planes[1][child / lanes][child % lanes] = high;
    }
  }

  std::int32_t add_node(std::int32_t index) {
    const auto place = tree.nodes_.size();
    tree.nodes_.emplace_back();
    const std::vector<std::int32_t> below = children_of(index);
    Node node;
    for (std::size_t child = 0; child < children; ++child) {
      const bool is_there = child < below.size();
      set_box(node, child, is_there ? range(below[child]) : Range());
      node.child[child] = !is_there                 ? -1
                          : is_bundle(below[child]) ? add_bundle(range(below[child]))
                                                    : add_node(below[child]);
    }
    tree.nodes_[place] = node;
    return std::int32_t(place);
  }
};

RayTree::RayTree(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return;
  Builder builder{.mesh = mesh, .tree = *this};
  builder.find_ranges();
  builder.find_plans();
  builder.add_node(0);
}

}  // namespace lightsout
