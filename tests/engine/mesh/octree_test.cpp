// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Octrees of octomap, written here byte by byte as its format says, as meshes of their occupied cells.
#include <unistd.h>

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/mesh/mesh_file.h"
#include "engine/mesh/triangle_mesh.h"

using namespace lightsout;
using Eigen::Vector3d;

namespace {

namespace fs = std::filesystem;

enum class Cell { Free, Occupied, Inner };
// What children a node of the deepest levels has; above it one child leads to the cell at the origin's positive side.
using Children = std::map<int, Cell>;

// .bt: two bits a child, free 10, occupied 01, inner 11, the lower bit first.
std::string bits_of(const Children& children) {
  unsigned bits = 0;
  for (const auto& [child, cell] : children)
    bits |= (cell == Cell::Free ? 1u : cell == Cell::Occupied ? 2u : 3u) << (2 * child);
  return {char(bits & 255), char(bits >> 8)};
}

std::string binary_tree(const Children& deepest, int depth = 16) {
  std::string data = bits_of({{7, Cell::Inner}});
  for (int level = 1; level < depth - 1; ++level) data += bits_of({{0, Cell::Inner}});
  return "# Octomap OcTree binary file\n# (feel free to add / change comments, but leave the first line as it "
         "is!)\n#\nid "
         "OcTree\nsize " +
         std::to_string(depth + int(deepest.size())) + "\nres 0.1\ndata\n" + data + bits_of(deepest);
}

// .ot: log odds and the children that there are, of each node.
std::string full_tree(const Children& deepest) {
  const auto node = [](float odds, unsigned children) {
    std::string bytes(5, 0);
    std::memcpy(bytes.data(), &odds, 4);
    bytes[4] = char(children);
    return bytes;
  };
  std::string data = node(1, 1u << 7);
  for (int level = 1; level < 15; ++level) data += node(1, 1);
  unsigned children = 0;
  for (const auto& [child, cell] : deepest) children |= 1u << child;
  data += node(1, children);
  for (const auto& [child, cell] : deepest) data += node(cell == Cell::Occupied ? 0.85f : -0.4f, 0);
  return "# Octomap OcTree file\n# (feel free to add / change comments, but leave the first line as it is!)\n#\nid "
         "OcTree\nsize " +
         std::to_string(16 + int(deepest.size())) + "\nres 0.1\ndata\n" + data;
}

std::expected<TriangleMesh, std::string> read(const std::string& bytes, const char* extension) {
  const fs::path file = fs::temp_directory_path() / ("lightsout-octree-" + std::to_string(::getpid()) + extension);
  std::ofstream(file, std::ios::binary) << bytes;
  auto mesh = read_mesh_file(file);
  fs::remove(file);
  return mesh;
}

// By the divergence theorem: of a closed surface that faces outward its volume.
double volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (const Eigen::Vector3i& t : mesh.triangles) {
    const auto corner = [&](int i) -> Vector3d { return mesh.vertices[std::size_t(t[i])].cast<double>(); };
    sum += corner(0).dot(corner(1).cross(corner(2))) / 6;
  }
  return sum;
}

}  // namespace

TEST_CASE("cells that meet share no face, free cells are left out") {
  const Children two{{0, Cell::Occupied}, {1, Cell::Occupied}, {2, Cell::Free}};
  for (const auto& mesh : {read(binary_tree(two), ".bt"), read(full_tree(two), ".ot")}) {
    INFO((mesh ? "" : mesh.error()));
    REQUIRE(mesh);
    CHECK(mesh->triangles.size() == 20);  // of 12 faces of two cubes, 2 are inside
    CHECK(mesh->vertices.size() == 12);
    CHECK(volume(*mesh) == Approx(0.002));
    Eigen::AlignedBox3f box;
    for (const auto& v : mesh->vertices) box.extend(v);
    CHECK(box.min().isApprox(Eigen::Vector3f(0, 0, 0), 1e-6f));
    CHECK(box.max().isApprox(Eigen::Vector3f(0.2f, 0.1f, 0.1f), 1e-6f));
  }
}

TEST_CASE("a cell of a coarser level is a larger cube") {
  const auto mesh = read(binary_tree({{0, Cell::Occupied}}, 15), ".bt");
  REQUIRE(mesh);
  CHECK(mesh->triangles.size() == 12);
  CHECK(volume(*mesh) == Approx(0.008));
}

TEST_CASE("what is no octree is an error with the file's name, a cut one ends nothing else") {
  CHECK(read("no octree", ".bt").error().find(".bt: is no octree of octomap (.bt or .ot)") != std::string::npos);
  const std::string whole = binary_tree({{0, Cell::Occupied}});
  CHECK_FALSE(read(whole.substr(0, 60), ".bt"));
  CHECK_FALSE(read_mesh_file("none.ot"));
}
