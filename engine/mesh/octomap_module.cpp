// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The module lightsout_octomap: octrees of octomap as meshes, and the only file that sees its headers. It must not need
// a symbol of whoever loads it: of our own headers it uses what is inline.
//
// Each occupied cell is a cube; where two of the same size share a face, neither has it. The surface is that of the
// solid which the cells fill. Free and unknown cells are left out.
#include <fcntl.h>
#include <octomap/ColorOcTree.h>
#include <octomap/OcTree.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "engine/mesh/mesh_file.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {
namespace {

// Corners have numbers: bit i is set on the far side of axis i. Counter-clockwise seen from outside.
struct Face {
  int axis, side;
  std::array<int, 4> corners;
};
constexpr std::array<Face, 6> faces{{{0, -1, {0, 4, 6, 2}},
                                     {0, 1, {1, 3, 7, 5}},
                                     {1, -1, {0, 1, 5, 4}},
                                     {1, 1, {2, 6, 7, 3}},
                                     {2, -1, {0, 2, 3, 1}},
                                     {2, 1, {4, 5, 7, 6}}}};

template <class Tree>
class CellMesh {
 public:
  CellMesh(const Tree& tree, TriangleMesh& mesh) : tree_(tree), mesh_(mesh) {}

  void add_all() {
    for (auto leaf = tree_.begin_leafs(), end = tree_.end_leafs(); leaf != end; ++leaf)
      if (tree_.isNodeOccupied(*leaf)) add(leaf);
  }

 private:
  template <class Leaf>
  void add(const Leaf& leaf) {
    // Of keys: cells of the finest resolution, of which a coarser one has `cells` along an edge.
    const int cells = 1 << (tree_.getTreeDepth() - leaf.getDepth());
    const octomap::OcTreeKey key = leaf.getIndexKey();  // of its first one
    std::array<int, 8> numbers;
    numbers.fill(-1);
    for (const Face& face : faces) {
      if (is_covered(key, leaf.getDepth(), face, cells)) continue;
      int corner[4];
      for (int i = 0; i < 4; ++i) {
        int& number = numbers[std::size_t(face.corners[std::size_t(i)])];
        if (number < 0) number = add_corner(key, cells, face.corners[std::size_t(i)]);
        corner[i] = number;
      }
      mesh_.triangles.emplace_back(corner[0], corner[1], corner[2]);
      mesh_.triangles.emplace_back(corner[0], corner[2], corner[3]);
    }
  }

  // Whole numbers times the resolution: cells that meet have the same corners to the bit.
  int add_corner(const octomap::OcTreeKey& key, int cells, int corner) {
    Eigen::Vector3f at;
    for (int i = 0; i < 3; ++i) {
      const double number =
          double(key[unsigned(i)]) - double(1 << (tree_.getTreeDepth() - 1)) + ((corner >> i) & 1 ? cells : 0);
      at[i] = float(number * tree_.getResolution());
    }
    mesh_.vertices.push_back(at);
    return int(mesh_.vertices.size()) - 1;
  }

  bool is_covered(const octomap::OcTreeKey& key, unsigned depth, const Face& face, int cells) const {
    octomap::OcTreeKey beside = key;
    const int at = int(key[unsigned(face.axis)]) + face.side * cells;
    if (at < 0 || at >= 1 << tree_.getTreeDepth()) return false;
    beside[unsigned(face.axis)] = octomap::key_type(at);
    // Down to a leaf of the same size; a larger one keeps its face, and so does this.
    const auto* node = tree_.getRoot();
    for (unsigned level = 0; level < depth; ++level) {
      const unsigned child = octomap::computeChildIdx(beside, int(tree_.getTreeDepth() - 1 - level));
      if (!node || !tree_.nodeChildExists(node, child)) return false;
      node = tree_.getNodeChild(node, child);
    }
    return !tree_.nodeHasChildren(node) && tree_.isNodeOccupied(node);
  }

  const Tree& tree_;
  TriangleMesh& mesh_;
};

}  // namespace
}  // namespace lightsout

extern "C" bool lightsout_read_octree(const char* path, const lightsout::MeshSelection&, lightsout::TriangleMesh& mesh,
                                      std::string& error) {
  using namespace lightsout;
  // octomap says on stderr what it does; this is a child process, whose errors go back by `error`.
  if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) ::dup2(nowhere, 2);
  std::ifstream file(path, std::ios::binary);
  std::string first;
  std::getline(file, first);
  file.seekg(0);
  std::unique_ptr<octomap::AbstractOcTree> tree;
  if (first.find("binary") != first.npos) {
    auto binary = std::make_unique<octomap::OcTree>(0.1);
    if (binary->readBinary(file)) tree = std::move(binary);
  } else {
    tree.reset(octomap::AbstractOcTree::read(file));
  }
  if (const auto* plain = dynamic_cast<const octomap::OcTree*>(tree.get()))
    CellMesh(*plain, mesh).add_all();
  else if (const auto* coloured = dynamic_cast<const octomap::ColorOcTree*>(tree.get()))
    CellMesh(*coloured, mesh).add_all();
  else
    error = tree ? "holds a tree of type " + tree->getTreeType() + ", not an OcTree or a ColorOcTree"
                 : "is no octree of octomap (.bt or .ot)";
  return error.empty();
}
