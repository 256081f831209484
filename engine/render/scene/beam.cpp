// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/beam.h"

#include <algorithm>

namespace lightsout {

struct BallTree::Source {
  const std::vector<Eigen::Vector3f>& positions;
  const std::vector<Triangle>& triangles;
  std::vector<Eigen::Vector3f> middles;  // by triangle
};

BallTree::BallTree(const std::vector<Eigen::Vector3f>& positions, const std::vector<Triangle>& triangles,
                   std::vector<std::uint32_t> taken)
    : order_(std::move(taken)) {
  if (order_.empty()) return;
  Source source{positions, triangles, std::vector<Eigen::Vector3f>(triangles.size())};
  for (const std::uint32_t i : order_) {
    const Triangle& t = triangles[i];
    source.middles[i] = (positions[t[0]] + positions[t[1]] + positions[t[2]]) / 3;
  }
  nodes_.reserve(order_.size());
  nodes_.emplace_back();
  fill(0, 0, std::uint32_t(order_.size()), 0, source);
  corners_.reserve(order_.size());
  for (const std::uint32_t i : order_) {
    const Triangle& t = triangles[i];
    corners_.push_back({positions[t[0]], positions[t[1]], positions[t[2]]});
  }
}

void BallTree::fill(std::uint32_t at, std::uint32_t begin, std::uint32_t end, int depth, const Source& source) {
  Eigen::Vector3f low = source.positions[source.triangles[order_[begin]][0]], high = low;
  Eigen::Vector3f low_middle = source.middles[order_[begin]], high_middle = low_middle;
  for (std::uint32_t i = begin; i < end; ++i) {
    for (const std::uint32_t corner : source.triangles[order_[i]]) {
      low = low.cwiseMin(source.positions[corner]);
      high = high.cwiseMax(source.positions[corner]);
    }
    low_middle = low_middle.cwiseMin(source.middles[order_[i]]);
    high_middle = high_middle.cwiseMax(source.middles[order_[i]]);
  }
  nodes_[at].centre = (low + high) / 2;
  nodes_[at].half = (high - low) / 2;
  nodes_[at].radius = (high - low).norm() / 2 * 1.000001f;
  constexpr std::uint32_t few = 4;
  constexpr int deepest = 60;  // what open() has room for
  if (end - begin <= few || depth >= deepest) {
    nodes_[at].first = begin;
    nodes_[at].count = end - begin;
    return;
  }
  int axis;
  (high_middle - low_middle).maxCoeff(&axis);
  const std::uint32_t half = begin + (end - begin) / 2;
  // By number where they are equal: the tree does not depend on the library's algorithm.
  std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) {
                     const float x = source.middles[a][axis], y = source.middles[b][axis];
                     return x < y || (x == y && a < b);
                   });
  const auto first = std::uint32_t(nodes_.size());
  nodes_.emplace_back();
  nodes_.emplace_back();
  nodes_[at].first = first;
  nodes_[at].count = 0;
  fill(first, begin, half, depth + 1, source);
  fill(first + 1, half, end, depth + 1, source);
}

}  // namespace lightsout
