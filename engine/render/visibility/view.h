// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a camera is and which way each of its pixels looks. Frame of a camera: x forward, y to the left, z up.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/state/pose.h"

namespace lightsout {

enum class Projection : std::uint8_t { Planar, Cylindrical, Spherical };
Projection projection_of(const std::string& field);

struct View {
  Pose pose;  // world_from_camera
  Projection projection = Projection::Planar;
  int width = 1, height = 1;
  double field_of_view = 0.785398;  // rad, horizontal
  double near = 0.01, far = 0;      // m; along x, in other projections from the camera; far 0: none
  std::uint32_t eye = 0;            // id of the node that sees: supervisors hide nodes from it; 0: from no one
  bool is_viewpoint = false;        // it sees Billboards
  int samples = 1;                  // pixels of this view for one of the image, along each side

  bool is_planar() const { return projection == Projection::Planar; }
  // Planar: the tangents of half the angles of view.
  double tan_horizontal() const;
  double tan_vertical() const { return tan_horizontal() * height / width; }
  // Of a place on the image in pixels from the top left. Planar: x is 1; else of length 1.
  Eigen::Vector3d direction(double u, double v) const;
  // The other way: of what is seen in that direction, of any length; planar: with x > 0. A place may be beyond the
  // image.
  Eigen::Vector2d place(const Eigen::Vector3d& direction) const;
};

// The directions of all pixels' centres, and how they change to the next pixel to the right and below.
class Directions {
 public:
  explicit Directions(const View& view);
  Eigen::Vector3f at(std::uint32_t pixel) const {
    if (!table_.empty()) return table_[pixel];
    return at(pixel % width_, pixel / width_);
  }
  Eigen::Vector3f at(std::uint32_t x, std::uint32_t y) const {
    if (!table_.empty()) return table_[std::size_t(y) * width_ + x];
    return {1, first_y_ + float(x) * step_y_, first_z_ + float(y) * step_z_};
  }
  bool is_planar() const { return table_.empty(); }
  // (to the right, down)
  std::pair<Eigen::Vector3f, Eigen::Vector3f> change(std::uint32_t pixel) const;

 private:
  std::uint32_t width_, height_;
  float first_y_ = 0, step_y_ = 0, first_z_ = 0, step_z_ = 0;
  std::vector<Eigen::Vector3f> table_;  // empty: planar
};

}  // namespace lightsout
