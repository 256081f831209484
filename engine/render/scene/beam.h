// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the rays of a few neighbouring pixels have in common: a widening tube that holds them all, and the tree of a
// mesh's triangles that is opened where the tube passes.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lightsout {

// All points within radius + slope * (way along the axis) of the axis, from `from` to `to` along it.
struct Beam {
  Eigen::Vector3f origin, axis;  // unit
  float radius = 0, slope = 0;
  float widening = 1;  // sqrt(1 + slope^2)
  float from = 0, to = 0;

  float radius_at(const Eigen::Vector3f& place) const {
    return radius + slope * std::max(0.0f, (place - origin).dot(axis));
  }
  bool meets(const Eigen::Vector3f& centre, float ball) const {
    const Eigen::Vector3f way = centre - origin;
    const float along = way.dot(axis);
    if (along + ball < from || along - ball > to) return false;
    const float off2 = way.squaredNorm() - along * along;
    const float room = radius + slope * (along > 0 ? along : 0) + widening * ball;
    // Rounded generously: what is at the edge is looked at.
    return off2 <= room * room * 1.0001f + 1e-6f * way.squaredNorm();
  }
};

class BallTree {
 public:
  using Triangle = std::array<std::uint32_t, 3>;
  // The triangles by their numbers, of those for which `takes` is true.
  BallTree(const std::vector<Eigen::Vector3f>& positions, const std::vector<Triangle>& triangles,
           std::vector<std::uint32_t> taken);

  struct Node {
    Eigen::Vector3f centre;
    float radius;
    Eigen::Vector3f half;  // of the edges of the box, around the same centre
    std::uint32_t first;   // of its triangles, or of its two nodes
    std::uint32_t count;   // 0: it has nodes
  };
  // The first is the root; none if there are no triangles.
  const std::vector<Node>& nodes() const { return nodes_; }
  using Corners = std::array<Eigen::Vector3f, 3>;
  // Of the triangle in this place: side by side with its neighbours.
  const Corners& corners(std::uint32_t place) const { return corners_[place]; }

  // Calls visit(triangle) for all that may be met, until it answers false.
  template <class Visit>
  void open(const Beam& beam, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::array<std::uint32_t, 64> waiting;
    std::size_t count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (!beam.meets(node.centre, node.radius)) continue;
      if (node.count == 0) {
        waiting[count++] = node.first + 1;
        waiting[count++] = node.first;
        continue;
      }
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
        if (!visit(order_[i])) return;
    }
  }

 private:
  struct Source;
  void fill(std::uint32_t at, std::uint32_t begin, std::uint32_t end, int depth, const Source& source);
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
  std::vector<Corners> corners_;
};

}  // namespace lightsout
