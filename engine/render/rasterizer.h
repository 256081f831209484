// Planar visibility in integers: corners in 256ths of a pixel, edges in 64 bits, so that neighbouring triangles share
// each pixel's centre between them without a gap or a double, on every processor. Nearness, 1 / x, is linear on the
// image (it is that of the triangle's plane) and is compared in single precision.
#pragma once

#include "engine/render/visibility.h"

namespace lightsout {

class Rasterizer {
 public:
  Rasterizer(Visibility& to, const View& view);
  void run(Visibility::SeeThrough see_through);

 private:
  enum class Pass : std::uint8_t { All, Opaque, SeeThrough };
  struct Point {
    std::int64_t x, y;
  };
  // 1 / x of a triangle's plane at the centre of pixel (column, row): at_first + column * right + row * down.
  struct Plane {
    double at_first, right, down;
  };
  void draw_body(std::size_t body, Pass pass);
  void draw(std::uint32_t triangle, const Eigen::Vector3f* const (&corners)[3], const Point* const (&points)[3]);
  void draw_clipped(std::uint32_t triangle, const Eigen::Vector3f* const (&corners)[3]);
  bool find_plane(const Eigen::Vector3f* const (&corners)[3], Plane& plane) const;
  void fill(std::uint32_t triangle, const Point& a, const Point& b, const Point& c, const Plane& plane);
  void span(std::uint32_t triangle, std::int64_t row, std::int64_t begin, std::int64_t end, const Plane& plane);
  Point on_image(const Eigen::Vector3d& corner) const;

  Visibility& to_;
  int width_, height_;
  double near_, half_width_, half_height_, scale_;  // pixels; pixels a unit of y / x and z / x
  bool is_see_through_ = false;
  std::vector<Point> points_;             // of the body's corners
  std::vector<std::uint8_t> is_outside_;  // before the near plane, or too far aside for the integers
};

}  // namespace lightsout
