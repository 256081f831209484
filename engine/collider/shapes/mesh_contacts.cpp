// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/shapes/mesh_contacts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>

#include "engine/collider/triangles/tree_query.h"

namespace lightsout {
namespace {

using Eigen::Vector3d;

struct Crossing {
  std::int32_t first, second;  // triangles of the meshes
  Segment segment;
  bool is_exact;                         // else of triangles (nearly) in one plane: a point near both stands for it
  Vector3d normal_first, normal_second;  // unit
};

// Sets of crossings, merged as shared pieces are found.
class Curves {
 public:
  explicit Curves(std::size_t size) : root_(size) { std::iota(root_.begin(), root_.end(), std::size_t(0)); }
  std::size_t find(std::size_t i) {
    while (root_[i] != i) i = root_[i] = root_[root_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) {
    i = find(i);
    j = find(j);
    root_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<std::size_t> root_;
};

// Neighbours along a curve lie in the same triangle of one mesh and in triangles of the other that share a corner. Two
// pins through one large triangle stay two curves that way.
void join_along(Curves& curves, const std::vector<Crossing>& crossings, const TriangleMesh& other, bool by_first) {
  struct Key {
    std::int32_t triangle, vertex;
    std::size_t crossing;
    bool same(const Key& k) const { return triangle == k.triangle && vertex == k.vertex; }
  };
  std::vector<Key> keys;
  keys.reserve(3 * crossings.size());
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    const std::int32_t own = by_first ? crossings[i].first : crossings[i].second;
    const std::int32_t theirs = by_first ? crossings[i].second : crossings[i].first;
    for (const int vertex : other.triangles[std::size_t(theirs)]) keys.push_back({own, vertex, i});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::tuple(a.triangle, a.vertex, a.crossing) < std::tuple(b.triangle, b.vertex, b.crossing);
  });
  for (std::size_t i = 0; i + 1 < keys.size(); ++i)
    if (keys[i].same(keys[i + 1])) curves.join(keys[i].crossing, keys[i + 1].crossing);
}

// The reach along a direction of everything that was added.
struct Reach {
  Vector3d along;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  void add(const Vector3d& point) {
    const double at = along.dot(point);
    low = std::min(low, at);
    high = std::max(high, at);
  }
};

// Adds the vertices of `own` that lie inside `other` and hang together with the given crossed triangles of `own` over
// edges between such vertices.
class InsideFlood {
 public:
  InsideFlood(const CollisionModel& own, const CollisionModel& other, const RigidPose& own_to_frame,
              const RigidPose& frame_to_other)
      : own_(own),
        other_(other),
        to_frame_(own_to_frame),
        to_other_(frame_to_other),
        visited_in_(own.mesh().vertices.size(), 0) {}

  // `middle`: of the curve.
  void run(const std::vector<std::int32_t>& triangles, const Vector3d& middle, Reach& reach) {
    ++run_;
    for (const std::int32_t t : triangles)
      for (const int v : own_.mesh().triangles[std::size_t(t)]) visit(v, middle, reach);
    const CollisionModel::Neighbours& neighbours = own_.neighbours();
    while (!open_.empty()) {
      const auto v = std::size_t(open_.back());
      open_.pop_back();
      for (std::int32_t i = neighbours.begin[v]; i < neighbours.begin[v + 1]; ++i)
        visit(neighbours.vertices[std::size_t(i)], middle, reach);
    }
  }

 private:
  // Each is asked about: where faces lie in one plane, rounding alone says which is outside, and crossings, which were
  // found in another frame, may say otherwise. What lies in the surface but for rounding is inside: it is moved a
  // little towards the middle before it is asked about.
  void visit(int v, const Vector3d& middle, Reach& reach) {
    if (visited_in_[std::size_t(v)] == run_) return;
    visited_in_[std::size_t(v)] = run_;
    constexpr double a_little = 1e-9;
    const Vector3d at = to_frame_ * own_.mesh().vertices[std::size_t(v)].cast<double>();
    if (!encloses(other_.tree(), to_other_ * (at + a_little * (middle - at)), other_.oriented())) return;
    open_.push_back(v);
    reach.add(at);
  }

  const CollisionModel& own_;
  const CollisionModel& other_;
  const RigidPose to_frame_, to_other_;
  std::vector<int> visited_in_;  // the last run that came by
  std::vector<int> open_;
  int run_ = 0;
};

RigidPose inverse(const RigidPose& pose) { return pose.to(RigidPose{}); }

std::vector<Crossing> find_crossings(const CollisionModel& first, const CollisionModel& second, const RigidPose& pose) {
  std::vector<Crossing> crossings;
  visit_touching(first.tree(), second.tree(), pose, [&](TrianglePair pair, const Triangle& s, const Triangle& t) {
    Crossing crossing;
    crossing.first = first.tree().mesh_triangles()[std::size_t(pair.first)];
    crossing.second = second.tree().mesh_triangles()[std::size_t(pair.second)];
    crossing.is_exact = crossing_of(s, t, crossing.segment);
    if (!crossing.is_exact) crossing.segment.from = crossing.segment.to = (s.a + s.b + s.c + t.a + t.b + t.c) / 6;
    crossing.normal_first = (s.b - s.a).cross(s.c - s.a).normalized();
    crossing.normal_second = (t.b - t.a).cross(t.c - t.a).normalized();
    crossings.push_back(crossing);
  });
  return crossings;
}

}  // namespace

std::vector<PairContact> mesh_contacts(const CollisionModel& first, const CollisionModel& second, const RigidPose& pose,
                                       std::size_t most) {
  const std::vector<Crossing> crossings = find_crossings(first, second, pose);
  if (crossings.empty()) return {};
  Curves curves(crossings.size());
  join_along(curves, crossings, second.mesh(), true);
  join_along(curves, crossings, first.mesh(), false);

  std::vector<std::vector<std::size_t>> groups(crossings.size());
  for (std::size_t i = 0; i < crossings.size(); ++i) groups[curves.find(i)].push_back(i);
  std::erase_if(groups, [](const auto& group) { return group.empty(); });

  InsideFlood of_first(first, second, RigidPose{}, inverse(pose));
  InsideFlood of_second(second, first, pose, RigidPose{});

  std::vector<PairContact> contacts;
  for (const std::vector<std::size_t>& group : groups) {
    // What triangles in one plane share has its corners on crossings with the faces beside them, or in vertices.
    std::vector<std::size_t> exact;
    std::ranges::copy_if(group, std::back_inserter(exact), [&](std::size_t i) { return crossings[i].is_exact; });
    const std::vector<std::size_t>& curve = exact.empty() ? group : exact;
    // A mean weighted by length; touching points without length count when nothing has any.
    Vector3d weighted = Vector3d::Zero(), plain = Vector3d::Zero(), facing = Vector3d::Zero();
    double length = 0;
    for (const std::size_t i : group) facing += crossings[i].normal_first - crossings[i].normal_second;
    for (const std::size_t i : curve) {
      const Segment& s = crossings[i].segment;
      const double l = (s.to - s.from).norm();
      weighted += l * (s.from + s.to) / 2;
      length += l;
      plain += (s.from + s.to) / 2;
    }
    PairContact contact;
    contact.point = length > 0 ? Vector3d(weighted / length) : Vector3d(plain / double(curve.size()));
    Vector3d area = Vector3d::Zero();
    for (const std::size_t i : exact) {
      const Segment& s = crossings[i].segment;
      area += (s.from - contact.point).cross(s.to - contact.point) / 2;
    }
    // A curve that runs to and fro, or a single point, has no area: the mean of what the triangles face.
    contact.normal = area.norm() > 1e-9 * length * length && length > 0 ? area.normalized() : facing.normalized();
    if (!(contact.normal.norm() > 0.5)) contact.normal = crossings[group[0]].normal_first;

    Reach reach{contact.normal};
    std::vector<std::int32_t> triangles_first, triangles_second;
    for (const std::size_t i : exact) {
      reach.add(crossings[i].segment.from);
      reach.add(crossings[i].segment.to);
    }
    for (const std::size_t i : group) {
      triangles_first.push_back(crossings[i].first);
      triangles_second.push_back(crossings[i].second);
    }
    if (second.closed()) of_first.run(triangles_first, contact.point, reach);
    if (first.closed()) of_second.run(triangles_second, contact.point, reach);
    contact.depth = std::max(0.0, reach.high - reach.low);
    contacts.push_back(contact);
  }
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const PairContact& a, const PairContact& b) { return a.depth > b.depth; });
  if (contacts.size() > most) contacts.resize(most);
  return contacts;
}

}  // namespace lightsout
