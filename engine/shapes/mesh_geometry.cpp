// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/mesh_geometry.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/mesh/mesh_file.h"
#include "engine/shapes/face_set.h"
#include "engine/state/pose.h"
#include "limits/limits.h"
#include "world_format/nodes/assets.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

TriangleMesh triangulate(const Node& node, Diagnostics& diagnostics) {
  TriangleMesh mesh;
  const Node* coordinate = node.node("coord");
  if (!coordinate) return mesh;
  for (const Vec3& p : coordinate->get<MFVec3f>("point")) mesh.vertices.push_back(to_eigen(p).cast<float>());
  const MFInt32& index = node.get<MFInt32>("coordIndex");
  const FaceTriangles triangles = cut_faces(node);
  for (const auto& [a, b, c] : triangles.corners)
    mesh.triangles.emplace_back(index[std::size_t(a)], index[std::size_t(b)], index[std::size_t(c)]);
  for (const std::size_t corners : triangles.beyond_limit)
    diagnostics.report(DiagnosticKind::BeyondLimit, node.span_of("coordIndex"),
                       fmt::format("a face of {} corners: {}", corners, how_to_raise(Limit::FaceCorners)));
  if (triangles.bad_indices > 0 || triangles.small_faces > 0)
    diagnostics.report(DiagnosticKind::BadMesh, node.span_of("coordIndex"),
                       fmt::format("{} indices without a point and {} faces of less than three points are left out",
                                   triangles.bad_indices, triangles.small_faces));
  return mesh;
}

TriangleMesh triangulate_grid(const Node& node) {
  TriangleMesh mesh;
  const int nx = node.get<std::int32_t>("xDimension"), ny = node.get<std::int32_t>("yDimension");
  const double dx = node.get<double>("xSpacing"), dy = node.get<double>("ySpacing");
  const auto& heights = node.get<MFFloat>("height");
  if (nx < 2 || ny < 2) return mesh;
  for (int y = 0; y < ny; ++y) {
    for (int x = 0; x < nx; ++x) {
      const std::size_t i = std::size_t(y) * std::size_t(nx) + std::size_t(x);
      mesh.vertices.emplace_back(float(x * dx), float(y * dy), i < heights.size() ? float(heights[i]) : 0.0f);
    }
  }
  for (int y = 0; y + 1 < ny; ++y) {
    for (int x = 0; x + 1 < nx; ++x) {
      const int a = y * nx + x, b = a + 1, c = a + nx, d = c + 1;
      mesh.triangles.emplace_back(a, b, d);
      mesh.triangles.emplace_back(a, d, c);
    }
  }
  return mesh;
}

namespace {

std::shared_ptr<const TriangleMesh> turned_inside_out(const TriangleMesh& mesh) {
  auto result = std::make_shared<TriangleMesh>(mesh);
  for (Eigen::Vector3i& triangle : result->triangles) std::swap(triangle[1], triangle[2]);
  return result;
}

}  // namespace

std::shared_ptr<const TriangleMesh> MeshReader::read(const Node& geometry, bool collides, Diagnostics& diagnostics) {
  std::shared_ptr<const TriangleMesh> mesh;
  if (geometry.is_a("IndexedFaceSet"))
    mesh = std::make_shared<TriangleMesh>(triangulate(geometry, diagnostics));
  else if (geometry.is_a("ElevationGrid"))
    mesh = std::make_shared<TriangleMesh>(triangulate_grid(geometry));
  else
    mesh = read_file(geometry, collides, diagnostics);
  // Things collide with both sides. A set of faces has been turned already.
  if (mesh && !collides && !geometry.is_a("IndexedFaceSet") && geometry.has("ccw") && !geometry.get<bool>("ccw"))
    mesh = turned_inside_out(*mesh);
  return mesh && !mesh->triangles.empty() ? mesh : nullptr;
}

std::shared_ptr<LazyTree> MeshReader::tree(const std::shared_ptr<const TriangleMesh>& mesh) {
  for (auto& [key, file] : files_) {
    if (file.mesh != mesh) continue;
    if (!file.tree) file.tree = std::make_shared<LazyTree>(mesh);
    return file.tree;
  }
  return std::make_shared<LazyTree>(mesh);
}

std::shared_ptr<const TriangleMesh> MeshReader::read_file(const Node& geometry, bool collides,
                                                          Diagnostics& diagnostics) {
  const auto& urls = geometry.get<MFString>("url");
  if (urls.empty()) return nullptr;
  const auto path = asset_path(world_, urls[0], geometry.span_of("url"));
  if (!path) return nullptr;  // told when the world was loaded
  MeshSelection selection;
  if (geometry.has("name")) selection.name = geometry.get<std::string>("name");
  if (geometry.has("materialIndex")) selection.material_index = geometry.get<std::int32_t>("materialIndex");
  auto& mesh = files_[{*path, selection.name, selection.material_index}].mesh;
  if (mesh) return mesh;
  auto read = read_mesh_file(*path, selection);
  if (!read) {
    diagnostics.report(collides ? DiagnosticKind::UnreadableMesh : DiagnosticKind::UnreadableVisibleMesh,
                       geometry.span_of("url"), read.error());
    return nullptr;
  }
  mesh = std::make_shared<TriangleMesh>(std::move(*read));
  return mesh;
}

}  // namespace lightsout
