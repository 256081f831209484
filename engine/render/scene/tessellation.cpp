// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/tessellation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/shapes/mesh_geometry.h"

namespace lightsout {
namespace {

using Eigen::Vector2f;
using Eigen::Vector3f;
constexpr double pi = std::numbers::pi;

SurfaceMesh box(const Vec3& size) {
  SurfaceMesh mesh;
  const Vector3f half(float(size.x / 2), float(size.y / 2), float(size.z / 2));
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {1.0f, -1.0f}) {
      // Right and up as seen from outside.
      Vector3f normal = Vector3f::Zero(), right = Vector3f::Zero(), up = Vector3f::UnitZ();
      normal[axis] = side;
      if (axis == 0) right.y() = side;
      if (axis == 1) right.x() = -side;
      if (axis == 2) {
        right.x() = 1;
        up = Vector3f(0, side, 0);
      }
      const auto corner = [&](float s, float t) {
        const Vector3f unit = normal + (2 * s - 1) * right + (2 * t - 1) * up;
        return mesh.add(unit.cwiseProduct(half), normal, {s, t});
      };
      const std::uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
      mesh.add_square(a, b, c, d);
    }
  }
  return mesh;
}

SurfaceMesh plane(const Vec2& size) {
  SurfaceMesh mesh;
  const auto corner = [&](float s, float t) {
    return mesh.add({(s - 0.5f) * float(size.x), (t - 0.5f) * float(size.y), 0}, Vector3f::UnitZ(), {s, t});
  };
  const std::uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
  mesh.add_square(a, b, c, d);
  return mesh;
}

// A point of the outline that is turned about z.
struct Profile {
  double radius, z;
  double normal_radius, normal_z;
  double t;
};

// The outline from the bottom up, with its seam at +y. A point on the axis becomes one corner for each segment, so that
// images end straight there.
void turn(SurfaceMesh& mesh, const std::vector<Profile>& outline, int segments) {
  const auto first = std::uint32_t(mesh.positions.size());
  const auto row = std::uint32_t(segments + 1);
  for (const Profile& p : outline) {
    for (int i = 0; i <= segments; ++i) {
      const bool is_pole = p.radius == 0;
      const double angle = pi / 2 + 2 * pi * (i % segments) / segments;
      const double c = std::cos(angle), s = std::sin(angle);
      mesh.add(Vector3f(float(p.radius * c), float(p.radius * s), float(p.z)),
               Vector3f(float(p.normal_radius * c), float(p.normal_radius * s), float(p.normal_z)),
               Vector2f(float((i + (is_pole ? 0.5 : 0)) / segments), float(p.t)));
    }
  }
  for (std::uint32_t k = 0; k + 1 < outline.size(); ++k) {
    for (std::uint32_t i = 0; i < std::uint32_t(segments); ++i) {
      const std::uint32_t a = first + k * row + i, b = a + 1, d = a + row, c = d + 1;
      if (outline[k].radius > 0) mesh.triangles.push_back({a, b, outline[k + 1].radius > 0 ? c : d});
      if (outline[k + 1].radius > 0) mesh.triangles.push_back({a, c, d});
    }
  }
}

// A disc at height z that looks up or down.
void add_disc(SurfaceMesh& mesh, double radius, double z, bool up, int segments) {
  const float side = up ? 1.0f : -1.0f;
  const auto place = [&](double x, double y) {
    return mesh.add(Vector3f(float(x * radius), float(y * radius), float(z)), Vector3f(0, 0, side),
                    Vector2f(float(0.5 + x / 2), float(0.5 + side * y / 2)));
  };
  const std::uint32_t centre = place(0, 0);
  for (int i = 0; i < segments; ++i) {
    const double angle = pi / 2 + 2 * pi * i / segments;
    place(std::cos(angle), std::sin(angle));
  }
  for (std::uint32_t i = 0; i < std::uint32_t(segments); ++i) {
    const std::uint32_t a = centre + 1 + i, b = centre + 1 + (i + 1) % std::uint32_t(segments);
    if (up)
      mesh.triangles.push_back({centre, a, b});
    else
      mesh.triangles.push_back({centre, b, a});
  }
}

SurfaceMesh sphere(const Node& node) {
  const double radius = node.get<double>("radius");
  const int subdivision = node.get<std::int32_t>("subdivision");
  const bool is_ico = node.get<bool>("ico");
  // From an icosahedron: round enough for the silhouette at the default; finer where the node asks for more. Else as
  // many rings and segments as it says (manual, Sphere: "[3, 32]").
  const int rings = is_ico ? 16 * std::clamp(subdivision, 1, 4) : std::clamp(subdivision, 3, 32);
  std::vector<Profile> outline;
  for (int i = 0; i <= rings; ++i) {
    const double angle = pi * i / rings;
    const double r = i == 0 || i == rings ? 0 : std::sin(angle);
    outline.push_back({radius * r, -radius * std::cos(angle), r, -std::cos(angle), double(i) / rings});
  }
  SurfaceMesh mesh;
  turn(mesh, outline, is_ico ? 2 * rings : rings);
  return mesh;
}

SurfaceMesh cylinder(const Node& node) {
  const double radius = node.get<double>("radius"), half = node.get<double>("height") / 2;
  const int segments = std::max(3, node.get<std::int32_t>("subdivision"));
  SurfaceMesh mesh;
  if (node.get<bool>("side")) turn(mesh, {{radius, -half, 1, 0, 0}, {radius, half, 1, 0, 1}}, segments);
  if (node.get<bool>("top")) add_disc(mesh, radius, half, true, segments);
  if (node.get<bool>("bottom")) add_disc(mesh, radius, -half, false, segments);
  return mesh;
}

SurfaceMesh cone(const Node& node) {
  const double radius = node.get<double>("bottomRadius"), height = node.get<double>("height");
  const int segments = std::max(3, node.get<std::int32_t>("subdivision"));
  const double slant = std::hypot(radius, height);
  SurfaceMesh mesh;
  if (node.get<bool>("side"))
    turn(mesh,
         {{radius, -height / 2, height / slant, radius / slant, 0}, {0, height / 2, height / slant, radius / slant, 1}},
         segments);
  if (node.get<bool>("bottom")) add_disc(mesh, radius, -height / 2, false, segments);
  return mesh;
}

SurfaceMesh capsule(const Node& node) {
  const double radius = node.get<double>("radius"), height = node.get<double>("height");
  const int segments = std::max(4, node.get<std::int32_t>("subdivision")), rings = std::max(2, segments / 4);
  const bool bottom = node.get<bool>("bottom"), top = node.get<bool>("top"), side = node.get<bool>("side");
  const auto cap_point = [&](int i, bool up) {
    const double angle = pi / 2 * i / rings;  // from the pole
    const double r = i == 0 ? 0 : i == rings ? 1 : std::sin(angle), n = i == rings ? 0 : std::cos(angle);
    const double z = height / 2 + radius * n;
    // A third of an image each for the caps and the side.
    const double t = double(i) / (3 * rings);
    return Profile{radius * r, up ? z : -z, r, up ? n : -n, up ? 1 - t : t};
  };
  SurfaceMesh mesh;
  std::vector<Profile> outline;
  if (bottom)
    for (int i = 0; i <= rings; ++i) outline.push_back(cap_point(i, false));
  if (!side && !outline.empty()) {
    turn(mesh, outline, segments);
    outline.clear();
  }
  if (side && !bottom) outline.push_back(cap_point(rings, false));
  if (side && !top) outline.push_back(cap_point(rings, true));
  if (top)
    for (int i = rings; i >= 0; --i) outline.push_back(cap_point(i, true));
  if (outline.size() > 1) turn(mesh, outline, segments);
  return mesh;
}

SurfaceMesh elevation_grid(const Node& node) {
  const TriangleMesh grid = triangulate_grid(node);
  SurfaceMesh mesh;
  if (grid.triangles.empty()) return mesh;
  const int nx = node.get<std::int32_t>("xDimension"), ny = node.get<std::int32_t>("yDimension");
  std::vector<Eigen::Vector3d> normals(grid.vertices.size(), Eigen::Vector3d::Zero());
  for (const Eigen::Vector3i& t : grid.triangles) {
    const Eigen::Vector3d a = grid.vertices[std::size_t(t[0])].cast<double>();
    const Eigen::Vector3d area = (grid.vertices[std::size_t(t[1])].cast<double>() - a)
                                     .cross(grid.vertices[std::size_t(t[2])].cast<double>() - a);
    for (int i = 0; i < 3; ++i) normals[std::size_t(t[i])] += area;
    mesh.triangles.push_back({std::uint32_t(t[0]), std::uint32_t(t[1]), std::uint32_t(t[2])});
  }
  for (std::size_t i = 0; i < grid.vertices.size(); ++i) {
    const int x = int(i) % nx, y = int(i) / nx;
    mesh.add(grid.vertices[i], normals[i].normalized().cast<float>(),
             Vector2f(float(x) / float(nx - 1), float(y) / float(ny - 1)));
  }
  return mesh;
}

}  // namespace

SurfaceMesh with_normals(const std::vector<Vector3f>& positions,
                         const std::vector<std::array<std::uint32_t, 3>>& triangles,
                         const std::vector<Vector2f>& coordinates, double crease_angle) {
  SurfaceMesh mesh;
  std::vector<Eigen::Vector3d> faces;
  faces.reserve(triangles.size());
  // The triangles at each position, as ranges of one list.
  std::vector<std::uint32_t> begin(positions.size() + 1, 0), around(3 * triangles.size());
  for (const auto& t : triangles) {
    const Eigen::Vector3d a = positions[t[0]].cast<double>();
    faces.push_back((positions[t[1]].cast<double>() - a).cross(positions[t[2]].cast<double>() - a).normalized());
    for (const std::uint32_t corner : t) ++begin[corner + 1];
  }
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::uint32_t i = 0; i < triangles.size(); ++i)
    for (const std::uint32_t corner : triangles[i]) around[next[corner]++] = i;
  const double least_cosine = crease_angle >= pi ? -2 : std::cos(crease_angle);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    std::array<std::uint32_t, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t at = triangles[i][k];
      Eigen::Vector3d normal = faces[i];
      // A position with very many faces (the tip of a fan) keeps the face's own: no quadratic work.
      constexpr std::uint32_t most = 256;
      if (crease_angle > 0 && begin[at + 1] - begin[at] <= most) {
        normal.setZero();
        for (std::uint32_t j = begin[at]; j < begin[at + 1]; ++j)
          if (around[j] == i || faces[around[j]].dot(faces[i]) > least_cosine) normal += faces[around[j]];
        normal.normalize();
      }
      corners[k] = mesh.add(positions[at], normal.cast<float>(),
                            coordinates.empty() ? Vector2f(0.5f, 0.5f) : coordinates[3 * i + k]);
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

SurfaceMesh tessellate(const Node& geometry) {
  const std::string& type = geometry.type().name();
  const auto positive = [&](std::string_view field) {
    const double value = geometry.get<double>(field);
    return value > 0 && std::isfinite(value);
  };
  if (type == "Box") return box(geometry.get<Vec3>("size"));
  if (type == "Plane") return plane(geometry.get<Vec2>("size"));
  if (type == "Sphere" && positive("radius")) return sphere(geometry);
  if (type == "Cylinder" && positive("radius") && positive("height")) return cylinder(geometry);
  if (type == "Cone" && positive("bottomRadius") && positive("height")) return cone(geometry);
  if (type == "Capsule" && positive("radius") && positive("height")) return capsule(geometry);
  if (type == "ElevationGrid") return elevation_grid(geometry);
  if (type == "IndexedFaceSet") return tessellate_faces(geometry);
  return {};
}

}  // namespace lightsout
