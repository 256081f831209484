// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/triangles/tree_query.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/collider/triangles/box_pair.h"
#include "engine/collider/triangles/orientation.h"

namespace lightsout {
namespace {

using Eigen::Vector3d;
using Node = TriangleTree::Node;

// Open pairs of nodes. A pair adds at most one entry per level it goes down; trees are at most as deep as they have
// triangles, so the stack grows when it must, which balanced trees do not make it do.
template <class Entry>
class Stack {
 public:
  bool empty() const { return size_ == 0; }
  void push(const Entry& entry) {
    if (size_ < fixed_.size())
      fixed_[size_] = entry;
    else
      more_.push_back(entry);
    ++size_;
  }
  Entry pop() {
    --size_;
    if (size_ < fixed_.size()) return fixed_[size_];
    const Entry entry = more_.back();
    more_.pop_back();
    return entry;
  }

 private:
  std::array<Entry, 256> fixed_;
  std::vector<Entry> more_;
  std::size_t size_ = 0;
};

struct NodePair {
  std::int32_t first, second;
};

Triangle moved(const TriangleTree::Corners& corners, const RigidPose& pose) {
  return {pose * corners.a.cast<double>(), pose * corners.b.cast<double>(), pose * corners.c.cast<double>()};
}

// No two points of meshes that come near each other differ by more than this in a coordinate.
double common_extent(const TriangleTree& first, const TriangleTree& second, double margin) {
  return (first.high() - first.low()).norm() + (second.high() - second.low()).norm() + margin;
}

// Goes through the pairs of leaves whose boxes are not apart until `visit(first leaf, second leaf)` answers true.
template <class Visit>
bool visit_leaves(const TriangleTree& first, const TriangleTree& second, const BoxPair& boxes, Visit visit) {
  if (first.empty() || second.empty() || boxes.apart(first.root(), second.root())) return false;
  const Node* const a_nodes = first.nodes().data();
  const Node* const b_nodes = second.nodes().data();
  Stack<NodePair> open;
  NodePair at{0, 0};
  while (true) {
    const Node& a = a_nodes[at.first];
    const Node& b = b_nodes[at.second];
    bool down = false;
    if (a.is_leaf() && b.is_leaf()) {
      if (visit(a, b)) return true;
    } else {
      NodePair children[2];
      if (b.is_leaf() || (!a.is_leaf() && a.size > b.size)) {
        children[0] = {a.first, at.second};
        children[1] = {a.first + 1, at.second};
      } else {
        children[0] = {at.first, b.first};
        children[1] = {at.first, b.first + 1};
      }
      const bool meets_0 = !boxes.apart(a_nodes[children[0].first], b_nodes[children[0].second]);
      const bool meets_1 = !boxes.apart(a_nodes[children[1].first], b_nodes[children[1].second]);
      if (meets_0 || meets_1) {
        if (meets_0 && meets_1) open.push(children[1]);
        at = meets_0 ? children[0] : children[1];
        down = true;
      }
    }
    if (!down) {
      if (open.empty()) return false;
      at = open.pop();
    }
  }
}

template <class Test>
bool any_pair(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, double margin,
              TrianglePair& witness, Test test) {
  const auto a_corners = first.corners(), b_corners = second.corners();
  if (witness.first >= 0 &&
      test(a_corners[std::size_t(witness.first)].triangle(), moved(b_corners[std::size_t(witness.second)], pose)))
    return true;
  return visit_leaves(first, second, BoxPair(first, second, pose, margin), [&](const Node& a, const Node& b) {
    for (std::int32_t j = b.first; j < b.first + b.count; ++j) {
      const Triangle other = moved(b_corners[std::size_t(j)], pose);
      for (std::int32_t i = a.first; i < a.first + a.count; ++i) {
        if (!test(a_corners[std::size_t(i)].triangle(), other)) continue;
        witness = {i, j};
        return true;
      }
    }
    return false;
  });
}

}  // namespace

bool trees_touch(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, TrianglePair& witness) {
  const double error = orientation_error(common_extent(first, second, 0));
  return any_pair(first, second, pose, 0, witness,
                  [&](const Triangle& s, const Triangle& t) { return triangles_touch(s, t, error); });
}

bool trees_within(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, double margin,
                  TrianglePair& witness) {
  if (BoxPair(first, second, pose, margin).apart(first.root(), second.root())) return false;
  if (trees_touch(first, second, pose, witness)) return true;
  return tree_distance(first, second, pose, std::nextafter(margin, 2 * margin), margin, witness).distance <= margin;
}

void visit_touching(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose,
                    const std::function<void(TrianglePair, const Triangle&, const Triangle&)>& visit) {
  const double error = orientation_error(common_extent(first, second, 0));
  const auto a_corners = first.corners(), b_corners = second.corners();
  visit_leaves(first, second, BoxPair(first, second, pose, 0), [&](const Node& a, const Node& b) {
    for (std::int32_t j = b.first; j < b.first + b.count; ++j) {
      const Triangle other = moved(b_corners[std::size_t(j)], pose);
      for (std::int32_t i = a.first; i < a.first + a.count; ++i) {
        const Triangle own = a_corners[std::size_t(i)].triangle();
        if (triangles_touch(own, other, error)) visit({i, j}, own, other);
      }
    }
    return false;
  });
}

// Depth first, the nearer child first. Pairs are left out only when they are farther than the best by more than any
// rounding, so that the order of visits, and the witness with it, has no say in the result.
TreeDistance tree_distance(const TriangleTree& first, const TriangleTree& second, const RigidPose& pose, double limit,
                           double enough, TrianglePair& witness) {
  TreeDistance best{std::numeric_limits<double>::infinity(), Vector3d::Zero(), Vector3d::Zero()};
  TrianglePair nearest;
  if (first.empty() || second.empty()) return best;
  const auto a_corners = first.corners(), b_corners = second.corners();
  BoxPair boxes(first, second, pose, 0);
  Vector3d along = Vector3d::Zero();
  double bound = limit;  // min(limit, best.distance)
  const auto try_pair = [&](std::int32_t i, std::int32_t j, const Triangle& other) {
    const Triangle own = a_corners[std::size_t(i)].triangle();
    const double gap = std::min({along.dot(other.a), along.dot(other.b), along.dot(other.c)}) -
                       std::max({along.dot(own.a), along.dot(own.b), along.dot(own.c)});
    if (gap * (1 - 1e-9) > bound) return;
    Vector3d x, y;
    const double distance = std::sqrt(squared_distance(own, other, x, y));
    const bool ties = distance == best.distance && (i < nearest.first || (i == nearest.first && j < nearest.second));
    if (!(distance < best.distance || ties)) return;
    best = {distance, x, y};
    nearest = {i, j};
    bound = std::min(limit, distance);
    if (distance > 0) {
      along = (y - x) / distance;
      boxes.look_along(along);
    }
  };
  if (witness.first >= 0) try_pair(witness.first, witness.second, moved(b_corners[std::size_t(witness.second)], pose));

  struct Entry {
    std::int32_t first, second;
    float at_least;
  };
  const Node* const a_nodes = first.nodes().data();
  const Node* const b_nodes = second.nodes().data();
  Stack<Entry> open;
  open.push({0, 0, boxes.distance_at_least(a_nodes[0], b_nodes[0])});
  while (!open.empty() && best.distance > enough) {
    const Entry at = open.pop();
    if (double(at.at_least) > bound) continue;
    const Node& a = a_nodes[at.first];
    const Node& b = b_nodes[at.second];
    if (a.is_leaf() && b.is_leaf()) {
      for (std::int32_t j = b.first; j < b.first + b.count; ++j) {
        const Triangle other = moved(b_corners[std::size_t(j)], pose);
        for (std::int32_t i = a.first; i < a.first + a.count; ++i) try_pair(i, j, other);
      }
      continue;
    }
    Entry near, far;
    if (b.is_leaf() || (!a.is_leaf() && a.size > b.size)) {
      near = {a.first, at.second, 0};
      far = {a.first + 1, at.second, 0};
    } else {
      near = {at.first, b.first, 0};
      far = {at.first, b.first + 1, 0};
    }
    near.at_least = boxes.distance_at_least(a_nodes[near.first], b_nodes[near.second]);
    far.at_least = boxes.distance_at_least(a_nodes[far.first], b_nodes[far.second]);
    if (far.at_least < near.at_least) std::swap(near, far);
    if (double(far.at_least) <= bound) open.push(far);
    if (double(near.at_least) <= bound) open.push(near);
  }
  if (nearest.first >= 0) witness = nearest;
  return best;
}

bool encloses(const TriangleTree& tree, const Vector3d& point, bool oriented) {
  if (tree.empty() || (point.array() < tree.low().array()).any() || (point.array() > tree.high().array()).any())
    return false;
  // From the point to some point outside. A ray that meets an edge, a corner or a coplanar triangle says nothing: the
  // next one is tried. The directions are arbitrary and fixed.
  constexpr double directions[][3] = {{1, 0.3141592, 0.2718281},   {0.1414213, 1, -0.2236067},
                                      {-0.2645751, 0.3316624, 1},  {-1, 0.5772156, 0.4142135},
                                      {0.6931471, -1, 0.1618033},  {0.4669201, -0.3605551, -1},
                                      {0.9159655, 0.8346268, 0.7}, {-0.8, 0.7390851, -0.6180339}};
  const double length = 4 * (tree.high() - tree.low()).norm();
  const Node* const nodes = tree.nodes().data();
  for (const auto& direction : directions) {
    const Vector3d away = point + length * Vector3d(direction[0], direction[1], direction[2]);
    const Vector3d inverse = (away - point).cwiseInverse();
    int winding = 0, crossings = 0;
    bool decided = true;
    Stack<std::int32_t> open;
    open.push(0);
    while (decided && !open.empty()) {
      const Node& node = nodes[open.pop()];
      // Slabs, widened for their rounding.
      const Vector3d centre = node.centre.head<3>().cast<double>(), half = node.half.head<3>().cast<double>();
      const Vector3d wide = half + Vector3d::Constant(1e-12 * length);
      const Vector3d to_low = (centre - wide - point).cwiseProduct(inverse);
      const Vector3d to_high = (centre + wide - point).cwiseProduct(inverse);
      if (to_low.cwiseMin(to_high).maxCoeff() > to_low.cwiseMax(to_high).minCoeff() ||
          to_low.cwiseMax(to_high).minCoeff() < 0)
        continue;
      if (!node.is_leaf()) {
        open.push(node.first);
        open.push(node.first + 1);
        continue;
      }
      for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
        const Triangle t = tree.corners()[std::size_t(i)].triangle();
        const int before = orientation(t.a, t.b, t.c, point), behind = orientation(t.a, t.b, t.c, away);
        if (before == behind && before != 0) continue;
        const int ab = orientation(point, away, t.a, t.b), bc = orientation(point, away, t.b, t.c),
                  ca = orientation(point, away, t.c, t.a);
        const bool misses = (ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0);
        if (misses) continue;
        if (before == 0 && ab != 0 && bc != 0 && ca != 0) return true;  // the point is in the triangle
        if (before == 0 || behind == 0 || ab == 0 || bc == 0 || ca == 0) {
          decided = false;
          break;
        }
        ++crossings;
        winding += behind > 0 ? 1 : -1;  // leaves through the outside
      }
    }
    if (decided) return oriented ? winding != 0 : crossings % 2 == 1;
  }
  return true;
}

}  // namespace lightsout
