// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/rays/ray_mesh.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/state/noise.h"

using namespace lightsout;

namespace {

// A ball of radius 1 of triangles between meridians and parallels; poles and edges included.
std::shared_ptr<TriangleMesh> ball(int rings, int sides) {
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices.push_back({0, 0, 1});
  for (int ring = 1; ring < rings; ++ring)
    for (int side = 0; side < sides; ++side) {
      const double polar = std::numbers::pi * ring / rings, around = 2 * std::numbers::pi * side / sides;
      mesh->vertices.push_back(
          Eigen::Vector3d(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar))
              .cast<float>());
    }
  mesh->vertices.push_back({0, 0, -1});
  const int last = int(mesh->vertices.size()) - 1;
  const auto at = [&](int ring, int side) { return 1 + (ring - 1) * sides + side % sides; };
  for (int side = 0; side < sides; ++side) {
    mesh->triangles.push_back({0, at(1, side), at(1, side + 1)});
    mesh->triangles.push_back({last, at(rings - 1, side + 1), at(rings - 1, side)});
    for (int ring = 1; ring + 1 < rings; ++ring) {
      mesh->triangles.push_back({at(ring, side), at(ring + 1, side), at(ring + 1, side + 1)});
      mesh->triangles.push_back({at(ring, side), at(ring + 1, side + 1), at(ring, side + 1)});
    }
  }
  return mesh;
}

Vector3d random_vector(Noise& noise) {
  return Vector3d(noise.uniform(), noise.uniform(), noise.uniform()) * 2 - Vector3d::Ones();
}

}  // namespace

TEST_CASE("a mesh's tree finds what trying every triangle finds, at vertices and edges too") {
  const auto mesh = ball(24, 40);
  const RayMesh rays(mesh);
  Noise noise(1, "rays");
  int hits = 0;
  for (int i = 0; i < 6000; ++i) {
    const Eigen::Vector3i& triangle = mesh->triangles[std::size_t(i) % mesh->triangles.size()];
    const auto corner = [&](int k) { return Vector3d(mesh->vertices[std::size_t(triangle[k])].cast<double>()); };
    // At a corner, at an edge, inside, anywhere.
    const double t = noise.uniform();
    const Vector3d goal = i % 4 == 0   ? corner(i % 3)
                          : i % 4 == 1 ? Vector3d(corner(0) * t + corner(1) * (1 - t))
                          : i % 4 == 2 ? Vector3d((corner(0) + corner(1) + corner(2)) / 3)
                                       : random_vector(noise);
    // From outside, from inside, along an axis.
    Vector3d origin = random_vector(noise) * (i % 3 == 0 ? 0.5 : 4);
    if (i % 5 == 0) origin.tail<2>() = goal.tail<2>();
    if ((goal - origin).norm() < 1e-6) continue;
    const Vector3d direction = (goal - origin).normalized();
    for (const bool from_outside : {false, true}) {
      const auto found = rays.hit(origin, direction, 10, from_outside);
      const auto expected = rays.hit_by_trying_all(origin, direction, 10, from_outside);
      REQUIRE(found.has_value() == expected.has_value());
      if (!found) continue;
      ++hits;
      REQUIRE(found->triangle == expected->triangle);
      REQUIRE(found->distance == expected->distance);
    }
  }
  CHECK(hits > 4000);
}

TEST_CASE("a mesh of any size, number of triangles and place: what trying every triangle finds") {
  Noise noise(2, "soup");
  int hits = 0;
  for (const double size : {1e-25, 1e-20, 1e-12, 1e-4, 1.0, 1e6, 1e15, 1e20})
    for (int count = 1; count < 40; ++count) {
      auto mesh = std::make_shared<TriangleMesh>();
      const Vector3d middle = random_vector(noise) * size * (count % 3 == 0 ? 50 : 0);
      for (int i = 0; i < 3 * count; ++i)
        mesh->vertices.push_back(Vector3d(middle + random_vector(noise) * size).cast<float>());
      // Every fifth has no area.
      for (int i = 0; i < count; ++i) mesh->triangles.push_back({3 * i, 3 * i + 1, 3 * i + (i % 5 == 4 ? 1 : 2)});
      const RayMesh rays(mesh);
      for (int i = 0; i < 60; ++i) {
        const Vector3d goal = mesh->vertices[std::size_t(noise.uniform() * 3 * count)].cast<double>();
        const Vector3d origin = middle + random_vector(noise) * size * (i % 4 == 0 ? 1000 : 1);
        Vector3d direction = goal - origin + (i % 2 == 0 ? 0.1 : 0.0) * size * random_vector(noise);
        for (int axis = 0; axis < i % 3; ++axis) direction[axis] = 0;
        direction.normalize();
        const double length = i % 5 == 0 ? std::numeric_limits<double>::infinity() : 2000 * size;
        for (const bool from_outside : {false, true}) {
          const auto found = rays.hit(origin, direction, length, from_outside);
          const auto expected = rays.hit_by_trying_all(origin, direction, length, from_outside);
          REQUIRE(found.has_value() == expected.has_value());
          if (!found) continue;
          ++hits;
          REQUIRE(found->triangle == expected->triangle);
          REQUIRE(found->distance == expected->distance);
        }
      }
    }
  CHECK(hits > 10000);
}

// Rounding alone then decides whether a ray passes inside a triangle, and where it meets the triangle's plane: what the
// tree passes over without a look must not be met, and nothing before or behind itself.
TEST_CASE("rays in the plane of triangles: what trying every triangle finds, as long as they reach it") {
  constexpr int cells = 6;
  Noise noise(3, "planes");
  int hits = 0;
  for (int turn = 0; turn < 20; ++turn) {
    const Matrix3d rotation =
        Eigen::Quaterniond(noise.uniform() - 0.5, noise.uniform() - 0.5, noise.uniform() - 0.5, noise.uniform() - 0.5)
            .normalized()
            .toRotationMatrix();
    const Vector3d place = 3 * random_vector(noise);
    auto mesh = std::make_shared<TriangleMesh>();
    for (int row = 0; row <= cells; ++row)
      for (int column = 0; column <= cells; ++column)
        mesh->vertices.push_back((rotation * Vector3d(column, row, 0) / cells + place).cast<float>());
    for (int row = 0; row < cells; ++row)
      for (int column = 0; column < cells; ++column) {
        const int corner = row * (cells + 1) + column, above = corner + cells + 1;
        mesh->triangles.push_back({corner, corner + 1, above});
        mesh->triangles.push_back({corner + 1, above + 1, above});
      }
    const RayMesh rays(mesh);
    const auto any_vertex = [&] {
      return Vector3d(mesh->vertices[std::size_t(noise.uniform() * double(mesh->vertices.size()))].cast<double>());
    };
    for (int i = 0; i < 600; ++i) {
      Vector3d from = any_vertex();
      const Vector3d to = any_vertex();
      if (from == to) continue;
      if (i % 3 != 0) from += (i % 3 == 1 ? 1 : noise.uniform()) * (from - to);
      const Vector3d direction = (to - from).normalized();
      const double length = i % 2 == 0 ? (to - from).norm() : 20;
      const auto found = rays.hit(from, direction, length, false);
      const auto expected = rays.hit_by_trying_all(from, direction, length, false);
      REQUIRE(found.has_value() == expected.has_value());
      if (!found) continue;
      ++hits;
      REQUIRE(found->triangle == expected->triangle);
      REQUIRE(found->distance == expected->distance);
      // In the box of the triangle, to within 1e-6 of the largest coordinate.
      const Vector3d at = from + found->distance * direction;
      Eigen::AlignedBox3d box;
      for (int k = 0; k < 3; ++k)
        box.extend(mesh->vertices[std::size_t(mesh->triangles[std::size_t(found->triangle)][k])].cast<double>());
      REQUIRE(box.exteriorDistance(at) < 1e-6 * 20);
      const auto reached = rays.hit(from, direction, std::nextafter(found->distance, 21.0), false);
      REQUIRE(reached);
      REQUIRE(reached->triangle == found->triangle);
    }
  }
  CHECK(hits > 5000);
}

TEST_CASE("no ray leaves a closed mesh between its triangles") {
  const auto mesh = ball(12, 17);
  const RayMesh rays(mesh);
  for (const Eigen::Vector3i& triangle : mesh->triangles)
    for (int k = 0; k < 3; ++k) {
      const Vector3d a = mesh->vertices[std::size_t(triangle[k])].cast<double>();
      const Vector3d b = mesh->vertices[std::size_t(triangle[(k + 1) % 3])].cast<double>();
      for (const Vector3d& goal : {a, Vector3d((a + b) / 2), Vector3d(a * 0.9 + b * 0.1)}) {
        const auto hit = rays.hit(Vector3d::Zero(), goal.normalized(), 2, false);
        REQUIRE(hit);
        // From the centre to a point of the mesh: its own distance from there.
        REQUIRE(hit->distance == Approx(goal.norm()).epsilon(1e-12));
      }
    }
}

TEST_CASE("of two triangles in one place the first of the mesh is hit, whichever way round") {
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {5, 5, 5}, {6, 5, 5}, {5, 6, 5}};
  mesh->triangles = {{3, 4, 5}, {0, 1, 2}, {0, 2, 1}, {1, 2, 0}};
  const RayMesh rays(mesh);
  const auto hit = rays.hit({0.25, 0.25, 0}, Vector3d::UnitZ(), 10, false);
  REQUIRE(hit);
  CHECK(hit->triangle == 1);
  CHECK(hit->distance == 1);
  // It looks down, away from the ray: the one that is turned round faces it.
  const auto faced = rays.hit({0.25, 0.25, 0}, Vector3d::UnitZ(), 10, true);
  REQUIRE(faced);
  CHECK(faced->triangle == 2);
  CHECK_FALSE(rays.hit({0.25, 0.25, 0}, Vector3d::UnitZ(), 0.999, false));
  CHECK_FALSE(rays.hit({0.25, 0.25, 0}, -Vector3d::UnitZ(), 10, false));
}
