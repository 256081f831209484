// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Top down, by the surface-area heuristic over bins of the triangles' centres.
#include "engine/collider/triangles/triangle_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace lightsout {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3f;

constexpr int leaf_size = 2;  // triangles
constexpr int bins = 16;

struct Box {
  Vector3f low = Vector3f::Constant(std::numeric_limits<float>::infinity());
  Vector3f high = -low;
  void add(const Box& box) {
    low = low.cwiseMin(box.low);
    high = high.cwiseMax(box.high);
  }
  float half_area() const {
    const Vector3f d = high - low;
    return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
  }
};

// The smallest float not below `value`.
float rounded_up(double value) {
  const float nearest = float(value);
  return double(nearest) < value ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

struct Builder {
  std::vector<Box> boxes;         // per triangle
  std::vector<Vector3f> centres;  // per triangle, doubled
  std::vector<std::int32_t> order;
  std::vector<TriangleTree::Node> nodes;

  void set_box(TriangleTree::Node& node, const Box& box) {
    for (int i = 0; i < 3; ++i) {
      const double low = box.low[i], high = box.high[i];
      node.centre[i] = float((low + high) / 2);
      node.half[i] = rounded_up(std::max(high - double(node.centre[i]), double(node.centre[i]) - low));
    }
    node.centre[3] = node.half[3] = 0;
    node.size = node.half.sum();
    node.unused = 0;
  }

  // Where to cut order[begin, end): the number of triangles of the first part; half of them when all centres coincide.
  std::int32_t split(std::int32_t begin, std::int32_t end) {
    Vector3f low = centres[std::size_t(order[std::size_t(begin)])], high = low;
    for (std::int32_t i = begin; i < end; ++i) {
      const Vector3f& c = centres[std::size_t(order[std::size_t(i)])];
      low = low.cwiseMin(c);
      high = high.cwiseMax(c);
    }
    float best_cost = std::numeric_limits<float>::infinity();
    int best_axis = -1, best_bin = 0;
    const auto bin_of = [&](std::int32_t triangle, int axis) {
      const float at = (centres[std::size_t(triangle)][axis] - low[axis]) / (high[axis] - low[axis]);
      return std::min(bins - 1, int(at * bins));
    };
    for (int axis = 0; axis < 3; ++axis) {
      if (!(high[axis] > low[axis])) continue;
      std::array<Box, bins> box;
      std::array<int, bins> count{};
      for (std::int32_t i = begin; i < end; ++i) {
        const auto bin = std::size_t(bin_of(order[std::size_t(i)], axis));
        box[bin].add(boxes[std::size_t(order[std::size_t(i)])]);
        ++count[bin];
      }
      std::array<float, bins> cost_right{};
      Box box_right;
      int count_right = 0;
      for (int bin = bins - 1; bin > 0; --bin) {
        box_right.add(box[std::size_t(bin)]);
        count_right += count[std::size_t(bin)];
        cost_right[std::size_t(bin)] = count_right ? box_right.half_area() * float(count_right) : 0;
      }
      Box box_left;
      int count_left = 0;
      for (int bin = 0; bin + 1 < bins; ++bin) {
        box_left.add(box[std::size_t(bin)]);
        count_left += count[std::size_t(bin)];
        if (count_left == 0 || count_left == end - begin) continue;
        const float cost = box_left.half_area() * float(count_left) + cost_right[std::size_t(bin) + 1];
        if (cost < best_cost) {
          best_cost = cost;
          best_axis = axis;
          best_bin = bin;
        }
      }
    }
    if (best_axis < 0) return (end - begin) / 2;
    const auto middle = std::stable_partition(order.begin() + begin, order.begin() + end, [&](std::int32_t triangle) {
      return bin_of(triangle, best_axis) <= best_bin;
    });
    return std::int32_t(middle - order.begin()) - begin;
  }

  void build(std::size_t node, std::int32_t begin, std::int32_t end) {
    Box box;
    for (std::int32_t i = begin; i < end; ++i) box.add(boxes[std::size_t(order[std::size_t(i)])]);
    set_box(nodes[node], box);
    if (end - begin <= leaf_size) {
      nodes[node].first = begin;
      nodes[node].count = end - begin;
      return;
    }
    const std::int32_t middle = begin + split(begin, end);
    const std::size_t children = nodes.size();
    nodes[node].first = std::int32_t(children);
    nodes[node].count = 0;
    nodes.resize(children + 2);
    build(children, begin, middle);
    build(children + 1, middle, end);
  }
};

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return;
  Builder builder;
  const std::size_t n = mesh.triangles.size();
  builder.boxes.resize(n);
  builder.centres.resize(n);
  Box all;
  for (std::size_t i = 0; i < n; ++i) {
    Box& box = builder.boxes[i];
    for (const int index : mesh.triangles[i]) {
      const Vector3f& v = mesh.vertices[std::size_t(index)];
      box.low = box.low.cwiseMin(v);
      box.high = box.high.cwiseMax(v);
    }
    builder.centres[i] = box.low + box.high;
    all.add(box);
  }
  builder.order.resize(n);
  std::iota(builder.order.begin(), builder.order.end(), 0);
  builder.nodes.reserve(2 * n / leaf_size + 2);
  builder.nodes.resize(1);
  builder.build(0, 0, std::int32_t(n));
  nodes_ = std::move(builder.nodes);
  nodes_.shrink_to_fit();
  mesh_triangles_ = std::move(builder.order);
  corners_.reserve(n);
  for (const std::int32_t triangle : mesh_triangles_) {
    const Eigen::Vector3i& t = mesh.triangles[std::size_t(triangle)];
    corners_.push_back(
        {mesh.vertices[std::size_t(t.x())], mesh.vertices[std::size_t(t.y())], mesh.vertices[std::size_t(t.z())]});
  }
  low_ = all.low.cast<double>();
  high_ = all.high.cast<double>();
  extent_ = std::max(low_.cwiseAbs().maxCoeff(), high_.cwiseAbs().maxCoeff());
}

std::size_t TriangleTree::bytes() const {
  return nodes_.capacity() * sizeof(Node) + corners_.capacity() * sizeof(Corners) +
         mesh_triangles_.capacity() * sizeof(std::int32_t);
}

}  // namespace lightsout
