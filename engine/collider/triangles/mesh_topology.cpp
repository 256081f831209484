// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/triangles/mesh_topology.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <tuple>

#include "engine/collider/triangles/orientation.h"

namespace lightsout {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;

bool less(const Vector3i& a, const Vector3i& b) {
  return std::tuple(a.x(), a.y(), a.z()) < std::tuple(b.x(), b.y(), b.z());
}

// The same triangle beginning at its smallest vertex.
Vector3i canonical(const Vector3i& t) {
  if (t.x() <= t.y() && t.x() <= t.z()) return t;
  return t.y() <= t.z() ? Vector3i(t.y(), t.z(), t.x()) : Vector3i(t.z(), t.x(), t.y());
}

// Exactly: a, b and c are on a line if and only if their projections are.
bool has_no_area(const TriangleMesh& mesh, const Vector3i& t) {
  const Vector3d a = mesh.vertices[std::size_t(t.x())].cast<double>(),
                 b = mesh.vertices[std::size_t(t.y())].cast<double>(),
                 c = mesh.vertices[std::size_t(t.z())].cast<double>();
  for (int drop = 0; drop < 3; ++drop) {
    const int i = (drop + 1) % 3, j = (drop + 2) % 3;
    if (orientation(Eigen::Vector2d(a[i], a[j]), Eigen::Vector2d(b[i], b[j]), Eigen::Vector2d(c[i], c[j])) != 0)
      return false;
  }
  return true;
}

void count_edges(const TriangleMesh& mesh, SurfaceReport& report) {
  struct Edge {
    std::uint64_t ends;  // smaller vertex, larger vertex
    int direction;
  };
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const Vector3i& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) {
      const auto from = std::uint64_t(t[i]), to = std::uint64_t(t[(i + 1) % 3]);
      edges.push_back(from < to ? Edge{from << 32 | to, 1} : Edge{to << 32 | from, -1});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.ends < b.ends; });
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t j = i;
    int balance = 0;
    for (; j < edges.size() && edges[j].ends == edges[i].ends; ++j) balance += edges[j].direction;
    ++report.edges;
    report.open_edges += (j - i) % 2;
    report.twisted_edges += balance != 0;
    i = j;
  }
  report.closed = report.edges > 0 && report.open_edges == 0;
  report.oriented = report.edges > 0 && report.twisted_edges == 0;
}

void find_parts(const TriangleMesh& mesh, SurfaceReport& report) {
  std::vector<std::int32_t> root(mesh.vertices.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](std::int32_t v) {
    while (root[std::size_t(v)] != v) v = root[std::size_t(v)] = root[std::size_t(root[std::size_t(v)])];
    return v;
  };
  for (const Vector3i& t : mesh.triangles)
    for (int i = 0; i < 2; ++i) {
      const std::int32_t a = find(t[i]), b = find(t[i + 1]);
      root[std::size_t(std::max(a, b))] = std::min(a, b);
    }
  report.part_of_vertex.assign(mesh.vertices.size(), -1);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const auto top = std::size_t(find(std::int32_t(v)));
    if (report.part_of_vertex[top] < 0) report.part_of_vertex[top] = std::int32_t(report.parts++);
    report.part_of_vertex[v] = report.part_of_vertex[top];
  }
}

// Six times the enclosed volume.
double volume(const TriangleMesh& mesh) {
  double sum = 0;
  const Vector3d origin = mesh.vertices.empty() ? Vector3d::Zero() : Vector3d(mesh.vertices[0].cast<double>());
  for (const Vector3i& t : mesh.triangles) {
    const Vector3d a = mesh.vertices[std::size_t(t.x())].cast<double>() - origin,
                   b = mesh.vertices[std::size_t(t.y())].cast<double>() - origin,
                   c = mesh.vertices[std::size_t(t.z())].cast<double>() - origin;
    sum += a.dot(b.cross(c));
  }
  return sum;
}

}  // namespace

SurfaceReport clean_surface(TriangleMesh& mesh) {
  SurfaceReport report;
  // Two corners in one place: no edge of its own, so it may go before edges are counted.
  report.degenerate = std::erase_if(
      mesh.triangles, [](const Vector3i& t) { return t.x() == t.y() || t.y() == t.z() || t.z() == t.x(); });

  std::vector<Vector3i> sorted;
  sorted.reserve(mesh.triangles.size());
  for (const Vector3i& t : mesh.triangles) sorted.push_back(canonical(t));
  std::sort(sorted.begin(), sorted.end(), less);
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    std::vector<bool> seen(sorted.size(), false);
    report.doubles = std::erase_if(mesh.triangles, [&](const Vector3i& t) {
      const auto at = std::size_t(std::lower_bound(sorted.begin(), sorted.end(), canonical(t), less) - sorted.begin());
      if (seen[at]) return true;
      seen[at] = true;
      return false;
    });
  }

  count_edges(mesh, report);
  report.degenerate += std::erase_if(mesh.triangles, [&](const Vector3i& t) { return has_no_area(mesh, t); });
  if (report.degenerate) weld(mesh);  // drops the vertices that only those used
  find_parts(mesh, report);
  if (report.closed && report.oriented && volume(mesh) < 0) {
    report.turned = true;
    for (Vector3i& t : mesh.triangles) std::swap(t.y(), t.z());
  }
  return report;
}

}  // namespace lightsout
