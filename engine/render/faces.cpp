// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// IndexedFaceSet: where each corner's normal and texture coordinate come from (VRML97, 6.23).
#include <algorithm>

#include "engine/render/tessellation.h"
#include "engine/shapes/polygon.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

using Eigen::Vector2f;
using Eigen::Vector3f;

// The corners of the triangles, by their places in coordIndex, and which face each triangle is of.
struct Cut {
  std::vector<std::array<int, 3>> corners;
  std::vector<int> faces;
};

Cut cut(const Node& node, const std::vector<Eigen::Vector3d>& points) {
  Cut result;
  const bool convex = node.get<bool>("convex"), ccw = node.get<bool>("ccw");
  const MFInt32& index = node.get<MFInt32>("coordIndex");
  std::vector<int> face;
  int number = 0;
  const auto finish = [&] {
    const int n = int(face.size());
    std::vector<Eigen::Vector3i> parts;
    if (n >= 3 && (convex || n == 3)) {
      for (int i = 2; i < n; ++i) parts.emplace_back(0, i - 1, i);
    } else if (n > 3 && n <= int(value_of(Limit::FaceCorners))) {
      std::vector<Eigen::Vector3d> own;
      std::vector<int> order;
      for (int i = 0; i < n; ++i) {
        own.push_back(points[std::size_t(index[std::size_t(face[std::size_t(i)])])]);
        order.push_back(i);
      }
      cut_ears(own, std::move(order), parts);
    }
    for (Eigen::Vector3i part : parts) {
      if (!ccw) std::swap(part[1], part[2]);
      result.corners.push_back({face[std::size_t(part[0])], face[std::size_t(part[1])], face[std::size_t(part[2])]});
      result.faces.push_back(number);
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
  }
  if (!face.empty()) finish();
  return result;
}

// Where there is no texCoord the image lies over the box around the points: s along its longest side, t along the next.
struct BoxCoordinates {
  Vector3f low = Vector3f::Zero();
  float size = 1;
  int s = 0, t = 1;

  explicit BoxCoordinates(const std::vector<Vector3f>& points) {
    if (points.empty()) return;
    Vector3f high = low = points[0];
    for (const Vector3f& p : points) {
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

SurfaceMesh tessellate_faces(const Node& node) {
  const Node* coordinate = node.node("coord");
  if (!coordinate) return {};
  std::vector<Eigen::Vector3d> points;
  std::vector<Vector3f> positions;
  for (const Vec3& p : coordinate->get<MFVec3f>("point")) {
    points.emplace_back(p.x, p.y, p.z);
    positions.push_back(points.back().cast<float>());
  }
  const MFInt32 &coord_index = node.get<MFInt32>("coordIndex"), &tex_index = node.get<MFInt32>("texCoordIndex");
  const Cut triangles = cut(node, points);

  const Node* places = node.node("texCoord");
  const MFVec2f* tex = places ? &places->get<MFVec2f>("point") : nullptr;
  const BoxCoordinates box(positions);
  const auto coordinate_at = [&](int corner) {
    const auto place = std::size_t(corner);
    const std::int32_t at = coord_index[place];
    if (!tex || tex->empty()) return box.at(positions[std::size_t(at)]);
    const std::int32_t of = place < tex_index.size() ? tex_index[place] : tex_index.empty() ? at : -1;
    if (of < 0 || std::size_t(of) >= tex->size()) return Vector2f(0, 0);
    return Vector2f(float((*tex)[std::size_t(of)].x), float((*tex)[std::size_t(of)].y));
  };
  std::vector<std::array<std::uint32_t, 3>> corners;
  std::vector<Vector2f> coordinates;
  for (const auto& t : triangles.corners) {
    corners.push_back({});
    for (std::size_t k = 0; k < 3; ++k) {
      corners.back()[k] = std::uint32_t(coord_index[std::size_t(t[k])]);
      coordinates.push_back(coordinate_at(t[k]));
    }
  }
  SurfaceMesh mesh = with_normals(positions, corners, coordinates, node.get<double>("creaseAngle"));

  const Node* given = node.node("normal");
  const MFVec3f* normals = given ? &given->get<MFVec3f>("vector") : nullptr;
  if (!normals || normals->empty()) return mesh;
  const bool per_vertex = node.get<bool>("normalPerVertex"), ccw = node.get<bool>("ccw");
  const MFInt32& normal_index = node.get<MFInt32>("normalIndex");
  for (std::size_t i = 0; i < triangles.corners.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto place = std::size_t(per_vertex ? triangles.corners[i][k] : triangles.faces[i]);
      std::int32_t of = -1;
      if (!normal_index.empty())
        of = place < normal_index.size() ? normal_index[place] : -1;
      else
        of = per_vertex ? coord_index[place] : std::int32_t(place);
      if (of < 0 || std::size_t(of) >= normals->size()) continue;
      const Vec3& n = (*normals)[std::size_t(of)];
      const Eigen::Vector3d normal = (ccw ? 1 : -1) * Eigen::Vector3d(n.x, n.y, n.z);
      if (normal.squaredNorm() > 0) mesh.normals[mesh.triangles[i][k]] = normal.normalized().cast<float>();
    }
  }
  return mesh;
}

SurfaceMesh surface_of(const ModelPart& part) {
  if (part.normals.empty()) {
    std::vector<Vector2f> coordinates;
    if (!part.coordinates.empty())
      for (const auto& t : part.triangles)
        for (const std::uint32_t corner : t) coordinates.push_back(part.coordinates[corner]);
    return with_normals(part.positions, part.triangles, coordinates, 0);
  }
  SurfaceMesh mesh;
  mesh.positions = part.positions;
  mesh.normals = part.normals;
  mesh.coordinates = part.coordinates;
  mesh.coordinates.resize(mesh.positions.size(), Vector2f(0.5f, 0.5f));
  mesh.triangles = part.triangles;
  return mesh;
}

}  // namespace lightsout
