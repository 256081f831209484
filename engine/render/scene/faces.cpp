// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// IndexedFaceSet: where each corner's normal comes from (VRML97, 6.23).
#include "engine/render/scene/tessellation.h"
#include "engine/shapes/face_set.h"

namespace lightsout {
using Eigen::Vector2f;
using Eigen::Vector3f;

SurfaceMesh tessellate_faces(const Node& node) {
  const Node* coordinate = node.node("coord");
  if (!coordinate) return {};
  std::vector<Vector3f> positions;
  for (const Vec3& p : coordinate->get<MFVec3f>("point"))
    positions.push_back(Eigen::Vector3d(p.x, p.y, p.z).cast<float>());
  const MFInt32& coord_index = node.get<MFInt32>("coordIndex");
  const FaceTriangles triangles = cut_faces(node);
  std::vector<std::array<std::uint32_t, 3>> corners;
  for (const auto& t : triangles.corners) {
    corners.push_back({});
    for (std::size_t k = 0; k < 3; ++k) corners.back()[k] = std::uint32_t(coord_index[std::size_t(t[k])]);
  }
  SurfaceMesh mesh =
      with_normals(positions, corners, face_coordinates(node, triangles), node.get<double>("creaseAngle"));

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
