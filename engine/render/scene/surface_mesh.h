// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Triangles as they are seen: corners with a normal and a place on the image, in single precision.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <vector>

namespace lightsout {

struct SurfaceMesh {
  std::vector<Eigen::Vector3f> positions;
  std::vector<Eigen::Vector3f> normals;                 // unit, outward; one a position
  std::vector<Eigen::Vector2f> coordinates;             // s to the right, t up; one a position
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside

  std::uint32_t add(const Eigen::Vector3f& position, const Eigen::Vector3f& normal, const Eigen::Vector2f& coordinate) {
    positions.push_back(position);
    normals.push_back(normal);
    coordinates.push_back(coordinate);
    return std::uint32_t(positions.size() - 1);
  }
  // Corners in order around.
  void add_square(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  }
};

}  // namespace lightsout
