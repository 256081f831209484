// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/face_set.h"

#include <algorithm>
#include <utility>

#include "engine/shapes/polygon.h"
#include "engine/state/pose.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

using Eigen::Vector2f;
using Eigen::Vector3f;

struct BoxCoordinates {
  Vector3f low = Vector3f::Zero();
  float size = 1;
  int s = 0, t = 1;

  explicit BoxCoordinates(const MFVec3f& points) {
    if (points.empty()) return;
    Vector3f high = low = to_eigen(points[0]).cast<float>();
    for (const Vec3& point : points) {
      const Vector3f p = to_eigen(point).cast<float>();
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    std::array<int, 3> order = {0, 1, 2};
    const Vector3f sides = high - low;
    std::ranges::stable_sort(order, [&](int a, int b) { return sides[a] > sides[b]; });
    s = order[0];
    t = order[1];
    size = sides[s] > 0 ? sides[s] : 1;
  }
  Vector2f at(const Vector3f& p) const { return {(p[s] - low[s]) / size, (p[t] - low[t]) / size}; }
};

}  // namespace

FaceTriangles cut_faces(const Node& node) {
  FaceTriangles result;
  const Node* coordinate = node.node("coord");
  if (!coordinate) return result;
  const MFVec3f& points = coordinate->get<MFVec3f>("point");
  const bool convex = node.get<bool>("convex"), ccw = node.get<bool>("ccw");
  const MFInt32& index = node.get<MFInt32>("coordIndex");
  std::vector<int> face;
  int number = 0;
  const auto finish = [&] {
    const int n = int(face.size());
    // By places in `face`.
    const auto add = [&](int a, int b, int c) {
      if (!ccw) std::swap(b, c);
      result.corners.push_back({face[std::size_t(a)], face[std::size_t(b)], face[std::size_t(c)]});
      result.faces.push_back(number);
    };
    if (n >= 3 && (convex || n == 3)) {
      for (int i = 2; i < n; ++i) add(0, i - 1, i);
    } else if (n > int(value_of(Limit::FaceCorners))) {
      result.beyond_limit.push_back(face.size());
    } else if (n > 3) {
      std::vector<Vector3d> own;
      std::vector<int> order;
      for (int i = 0; i < n; ++i) {
        own.push_back(to_eigen(points[std::size_t(index[std::size_t(face[std::size_t(i)])])]));
        order.push_back(i);
      }
      std::vector<Eigen::Vector3i> ears;
      cut_ears(own, std::move(order), ears);
      for (const Eigen::Vector3i& ear : ears) add(ear[0], ear[1], ear[2]);
    } else if (n > 0) {
      ++result.small_faces;
    }
    face.clear();
    ++number;
  };
  for (int i = 0; i < int(index.size()); ++i) {
    const std::int32_t at = index[std::size_t(i)];
    if (at == -1)
      finish();
    else if (at >= 0 && std::size_t(at) < points.size())
      face.push_back(i);
    else
      ++result.bad_indices;
  }
  if (!face.empty()) finish();
  return result;
}

std::vector<Vector2f> face_coordinates(const Node& node, const FaceTriangles& triangles) {
  std::vector<Vector2f> coordinates;
  const Node* coordinate = node.node("coord");
  if (!coordinate) return coordinates;
  const MFVec3f& points = coordinate->get<MFVec3f>("point");
  const MFInt32 &coord_index = node.get<MFInt32>("coordIndex"), &tex_index = node.get<MFInt32>("texCoordIndex");
  const Node* places = node.node("texCoord");
  const MFVec2f* tex = places ? &places->get<MFVec2f>("point") : nullptr;
  const BoxCoordinates box(points);
  const auto at_corner = [&](int corner) {
    const auto place = std::size_t(corner);
    const std::int32_t at = coord_index[place];
    if (!tex || tex->empty()) return box.at(to_eigen(points[std::size_t(at)]).cast<float>());
    const std::int32_t of = place < tex_index.size() ? tex_index[place] : tex_index.empty() ? at : -1;
    if (of < 0 || std::size_t(of) >= tex->size()) return Vector2f(0, 0);
    return Vector2f(float((*tex)[std::size_t(of)].x), float((*tex)[std::size_t(of)].y));
  };
  for (const auto& triangle : triangles.corners)
    for (const int corner : triangle) coordinates.push_back(at_corner(corner));
  return coordinates;
}

}  // namespace lightsout
