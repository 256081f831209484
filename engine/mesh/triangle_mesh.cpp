// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/mesh/triangle_mesh.h"

#include <bit>
#include <cstdint>

namespace lightsout {
namespace {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value + 0.0f); }  // -0 + 0 is 0

std::uint64_t hash(const Eigen::Vector3f& v) {
  std::uint64_t h = bits(v.x()) * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 32) ^ bits(v.y())) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 29) ^ bits(v.z())) * 0x94d049bb133111ebu;
  return h ^ (h >> 31);
}

}  // namespace

void weld(TriangleMesh& mesh) {
  // Open addressing with linear probing, at most half full.
  const std::size_t slots = std::bit_ceil(2 * mesh.vertices.size() + 2);
  std::vector<std::int32_t> table(slots, -1);
  std::vector<Eigen::Vector3f> vertices;
  std::vector<std::int32_t> renumbered(mesh.vertices.size(), -1);
  for (Eigen::Vector3i& triangle : mesh.triangles) {
    for (int& index : triangle) {
      std::int32_t& to = renumbered[std::size_t(index)];
      if (to < 0) {
        const Eigen::Vector3f& v = mesh.vertices[std::size_t(index)];
        std::size_t slot = hash(v) & (slots - 1);
        while (table[slot] >= 0 && vertices[std::size_t(table[slot])] != v) slot = (slot + 1) & (slots - 1);
        if (table[slot] < 0) {
          table[slot] = std::int32_t(vertices.size());
          vertices.push_back(v);
        }
        to = table[slot];
      }
      index = to;
    }
  }
  mesh.vertices = std::move(vertices);
}

}  // namespace lightsout
