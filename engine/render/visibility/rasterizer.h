// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Planar visibility in integers: corners in 256ths of a pixel, edges in 64 bits, so that neighbouring triangles share
// each pixel's centre between them without a gap or a double, on every processor. Nearness, 1 / x, is linear on the
// image (it is that of the triangle's plane) and is compared in single precision.
#pragma once

#include "engine/render/visibility/visibility.h"

namespace lightsout {

class Rasterizer {
 public:
  Rasterizer(Visibility& to, const View& view);
  void run(Visibility::SeeThrough see_through);

 private:
  enum class Pass : std::uint8_t { All, Opaque, SeeThrough };
  struct Point {
    std::int64_t x, y;  // parts of a pixel
  };
  using Corners = std::array<Eigen::Vector3f, 3>;
  // Columns and rows of the pixels whose centres are in the box around a triangle.
  struct Box {
    std::int64_t left, right, top, bottom;
    bool is_empty() const { return left > right || top > bottom; }
  };
  // 1 / x of a triangle's plane at the centre of pixel (column, row): at_first + column * right + row * down.
  struct Plane {
    double at_first, right, down;
  };
  void draw_body(std::size_t body, Pass pass);
  void draw_piece(const RenderBody& body, const Visibility::Placed& placed, const Piece& piece, Pass pass);
  // What is known of the corners of a patch, side by side.
  struct Projected;
  // `is_inside`: all of them are on the image.
  template <bool is_inside>
  void project(const RenderBody& body, const Visibility::Placed& placed, const Patch& patch, Projected& to) const;
  void draw_patch(const RenderBody& body, const Visibility::Placed& placed, const Patch& patch, bool is_inside);
  bool is_unseen(const Visibility::Placed& placed, const Eigen::Vector3f& centre, const Eigen::Vector3f& half) const;
  void draw_clipped(std::uint32_t triangle, const Corners& corners);
  // A line or a point.
  void draw_mark(std::uint32_t triangle, const RenderShape& shape, const Eigen::Vector3f& from,
                 const Eigen::Vector3f& to);
  bool clip(Eigen::Vector3d& from, Eigen::Vector3d& to) const;
  bool find_plane(const Corners& corners, Plane& plane) const;
  bool is_around(const Point& a, const Point& b, const Point& c, const Box& box) const;
  Box box_of(const Point& a, const Point& b, const Point& c) const;
  void fill(std::uint32_t triangle, const Point& a, const Point& b, const Point& c, const Plane& plane) {
    fill(triangle, a, b, c, box_of(a, b, c), plane);
  }
  void fill(std::uint32_t triangle, const Point& a, const Point& b, const Point& c, const Box& box, const Plane& plane);
  void span(std::uint32_t triangle, std::int64_t row, std::int64_t begin, std::int64_t end, const Plane& plane);
  Point on_image(const Eigen::Vector3d& corner) const;
  std::array<Eigen::Vector4d, 5> planes() const;

  Visibility& to_;
  const BallFilter balls_;
  int width_, height_, samples_;
  double near_, half_width_, half_height_, scale_;  // pixels; pixels a unit of y / x and z / x
  bool is_see_through_ = false;
  Eigen::Vector3f eye_;                                   // in the body that is drawn
  std::vector<std::pair<float, std::uint32_t>> nearest_;  // its pieces
};

}  // namespace lightsout
