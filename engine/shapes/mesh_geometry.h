// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// IndexedFaceSet, ElevationGrid, Mesh and CadShape nodes as triangles. A file is read once, however many nodes name it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "engine/mesh/triangle_mesh.h"
#include "engine/shapes/pairs/collision_tree.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

class MeshReader {
 public:
  explicit MeshReader(const World& world) : world_(world) {}

  // nullptr if the node has no triangles; what is wrong is reported: as an error if things collide with the mesh, as a
  // warning if it is only seen.
  std::shared_ptr<const TriangleMesh> read(const Node& geometry, bool collides, Diagnostics& diagnostics);
  // For collisions. Shapes of one file share it.
  std::shared_ptr<LazyTree> tree(const std::shared_ptr<const TriangleMesh>& mesh);

 private:
  std::shared_ptr<const TriangleMesh> read_file(const Node& geometry, bool collides, Diagnostics& diagnostics);

  const World& world_;
  using Key = std::tuple<std::filesystem::path, std::string, int>;
  struct File {
    std::shared_ptr<const TriangleMesh> mesh;
    std::shared_ptr<LazyTree> tree;
  };
  std::map<Key, File> files_;
};

// The faces of an IndexedFaceSet as triangles: fans of convex faces, ears of others. Faces of less than three points
// and indices without a point are reported and left out.
TriangleMesh triangulate(const Node& indexed_face_set, Diagnostics& diagnostics);
// Two triangles for each square of the grid.
TriangleMesh triangulate_grid(const Node& elevation_grid);

}  // namespace lightsout
