// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Meshes and arms that tests and the bench share.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "engine/mesh/triangle_mesh.h"

namespace lightsout::scenes {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Generator = std::mt19937_64;

inline double uniform(Generator& generator, double low, double high) {
  return low + (high - low) * double(generator() >> 11) * 0x1p-53;
}

inline Matrix4d random_pose(Generator& generator, double spread) {
  const auto g = [&] {  // sum of uniforms: near enough to normal for a direction
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform(generator, 0, 1);
    return sum;
  };
  Matrix4d m = Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = Eigen::Quaterniond(g(), g(), g(), g()).normalized().toRotationMatrix();
  for (int i = 0; i < 3; ++i) m(i, 3) = uniform(generator, -spread, spread);
  return m;
}

inline Matrix4d at(double x, double y = 0, double z = 0) {
  Matrix4d m = Matrix4d::Identity();
  m.topRightCorner<3, 1>() = Vector3d(x, y, z);
  return m;
}

// A closed surface around the z axis from 0 to `length`: a tube with round ends whose radius swells and shrinks, as a
// casting's does. About `triangles` of them, oriented outward.
inline TriangleMesh link_mesh(int triangles, double length, double radius, double bump = 0.25, int seed = 1) {
  const int around = std::max(6, int(std::sqrt(triangles / 3.0)));
  const int along = std::max(3, (triangles - 2 * around) / (2 * around) + 1);
  TriangleMesh mesh;
  const auto ring = [&](int i, int k) {
    const double v = double(i + 1) / (along + 1), u = 2 * M_PI * k / around;
    const double end = std::sqrt(std::max(0.0, 1 - std::pow(2 * v - 1, 6)));
    const double r = radius * end * (1 + bump * std::sin(7 * v + seed) * std::cos(3 * u + seed));
    return Eigen::Vector3f(float(r * std::cos(u)), float(r * std::sin(u)), float(length * v));
  };
  mesh.vertices.emplace_back(0, 0, 0);
  for (int i = 0; i < along; ++i)
    for (int k = 0; k < around; ++k) mesh.vertices.push_back(ring(i, k));
  mesh.vertices.emplace_back(0, 0, float(length));
  const int top = int(mesh.vertices.size()) - 1;
  const auto index = [&](int i, int k) { return 1 + i * around + k % around; };
  for (int k = 0; k < around; ++k) {
    mesh.triangles.emplace_back(0, index(0, k + 1), index(0, k));
    mesh.triangles.emplace_back(top, index(along - 1, k), index(along - 1, k + 1));
    for (int i = 0; i + 1 < along; ++i) {
      mesh.triangles.emplace_back(index(i, k), index(i, k + 1), index(i + 1, k + 1));
      mesh.triangles.emplace_back(index(i, k), index(i + 1, k + 1), index(i + 1, k));
    }
  }
  return mesh;
}

// An axis-aligned box of full lengths `size` around `centre`, 12 triangles, oriented outward.
inline TriangleMesh box_mesh(const Vector3d& size, const Vector3d& centre = Vector3d::Zero()) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(
        (centre + size.cwiseProduct(Vector3d((i & 1) - 0.5, ((i >> 1) & 1) - 0.5, (i >> 2) - 0.5))).cast<float>());
  constexpr int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    mesh.triangles.emplace_back(q[0], q[1], q[2]);
    mesh.triangles.emplace_back(q[0], q[2], q[3]);
  }
  return mesh;
}

// Latitudes and longitudes; the corners are on the sphere.
inline TriangleMesh sphere_mesh(double radius, int around, const Vector3d& centre = Vector3d::Zero()) {
  TriangleMesh mesh;
  const int along = around / 2;
  mesh.vertices.push_back((centre - Vector3d(0, 0, radius)).cast<float>());
  for (int i = 1; i < along; ++i)
    for (int k = 0; k < around; ++k) {
      const double v = M_PI * i / along, u = 2 * M_PI * k / around;
      mesh.vertices.push_back(
          (centre + radius * Vector3d(std::sin(v) * std::cos(u), std::sin(v) * std::sin(u), -std::cos(v)))
              .cast<float>());
    }
  mesh.vertices.push_back((centre + Vector3d(0, 0, radius)).cast<float>());
  const int top = int(mesh.vertices.size()) - 1;
  const auto index = [&](int i, int k) { return 1 + (i - 1) * around + k % around; };
  for (int k = 0; k < around; ++k) {
    mesh.triangles.emplace_back(0, index(1, k + 1), index(1, k));
    mesh.triangles.emplace_back(top, index(along - 1, k), index(along - 1, k + 1));
    for (int i = 1; i + 1 < along; ++i) {
      mesh.triangles.emplace_back(index(i, k), index(i, k + 1), index(i + 1, k + 1));
      mesh.triangles.emplace_back(index(i, k), index(i + 1, k + 1), index(i + 1, k));
    }
  }
  return mesh;
}

inline void write_stl(const TriangleMesh& mesh, const std::filesystem::path& path) {
  std::string bytes(80, ' ');
  const auto count = std::uint32_t(mesh.triangles.size());
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const Eigen::Vector3i& t : mesh.triangles) {
    bytes.append(12, '\0');
    for (const int i : t) bytes.append(reinterpret_cast<const char*>(mesh.vertices[std::size_t(i)].data()), 12);
    bytes.append(2, '\0');
  }
  std::ofstream(path, std::ios::binary) << bytes;
}

// A six-axis arm: every link is along its own z, the next one starts near its end.
struct Arm {
  std::vector<double> lengths{0.35, 0.55, 0.2, 0.45, 0.15, 0.12};
  std::vector<double> radii{0.09, 0.08, 0.07, 0.06, 0.05, 0.04};

  std::vector<Matrix4d> matrices(const Eigen::Isometry3d& base, const std::vector<double>& joints) const {
    std::vector<Matrix4d> result;
    Eigen::Isometry3d at = base;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const Vector3d axis = i == 0 || i == 3 || i == 5 ? Vector3d::UnitZ() : Vector3d::UnitY();
      at = at * Eigen::AngleAxisd(joints[i], axis);
      result.push_back(at.matrix());
      at = at * Eigen::Translation3d(0, 0, lengths[i] * 0.9);
    }
    return result;
  }
};

// Random configurations of two such arms whose bases stand `apart` from each other: twelve matrices each.
inline std::vector<std::vector<Matrix4d>> two_arms(std::size_t count, double apart, std::uint64_t seed) {
  Generator generator(seed);
  const Arm arm;
  std::vector<std::vector<Matrix4d>> all;
  for (std::size_t n = 0; n < count; ++n) {
    std::vector<Matrix4d> matrices;
    for (const double x : {0.0, apart}) {
      std::vector<double> joints;
      for (int i = 0; i < 6; ++i) joints.push_back(uniform(generator, -M_PI, M_PI) * (i == 1 || i == 2 ? 0.6 : 1));
      for (const Matrix4d& m : arm.matrices(Eigen::Isometry3d(Eigen::Translation3d(x, 0, 0)), joints))
        matrices.push_back(m);
    }
    all.push_back(std::move(matrices));
  }
  return all;
}

}  // namespace lightsout::scenes
