// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the renderers of render_bench look at: a floor of 10 x 10 m with an image of 1000 x 1000 pixels, 30 boxes with
// the same image, 5 balls of 5,000 triangles, 10 robots of 40 shapes, one directional light: 74,162 triangles, 436
// shapes.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lightsout::arena {

struct Thing {
  enum class Shape : std::uint8_t { Box, Cylinder, Sphere, Ball };
  Shape shape;
  Eigen::Vector3d place;  // in its group
  Eigen::Vector3d size;   // box: edges; else radius, height (of a Cylinder, along z)
  std::array<double, 3> color;
  bool has_image = false;
};

// What moves as one.
struct Group {
  Eigen::Vector3d place;
  std::vector<Thing> things;
};

struct Mesh {
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<int, 3>> triangles;
};

constexpr double floor_size = 10;
constexpr std::array<double, 3> light_direction = {0.4, -0.5, -1};
constexpr int cylinder_sides = 58;  // 232 triangles

std::vector<Group> groups();
// A ball of 2 x 50 x 50 triangles with ripples.
Mesh ball(double radius);
// A PNG file in the folder for temporary files, made at the first call; removed with the process.
const std::string& image_file();

// Where the cameras are. x forward, y to the left.
struct Camera {
  Eigen::Vector3d from, to;
  int width, height;
  double field_of_view;  // rad, horizontal
};
Camera large(int width, int height);
// Of an e-puck among the robots; i from 0 to 99.
Camera small(int i);

}  // namespace lightsout::arena
