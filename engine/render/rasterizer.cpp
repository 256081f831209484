// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/rasterizer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsout {
namespace {

constexpr int parts = 256;  // of a pixel
// Corners farther aside than this many pixels are clipped: the products of edges stay below 2^62.
constexpr double guard = 1 << 20;

// The whole number nearest to one of less than 2^29 in size: conversions cut off towards zero.
std::int64_t rounded(double value) {
  constexpr std::int64_t bias = std::int64_t(1) << 30;
  return std::int64_t(value + (double(bias) + 0.5)) - bias;
}

}  // namespace

Rasterizer::Rasterizer(Visibility& to, const View& view)
    : to_(to),
      view_(view),
      width_(view.width),
      height_(view.height),
      samples_(view.samples),
      near_(view.near),
      half_width_(view.width / 2.0),
      half_height_(view.height / 2.0),
      scale_(half_width_ / view.tan_horizontal()) {}

void Rasterizer::run(Visibility::SeeThrough see_through) {
  const auto& bodies = to_.scene_->bodies();
  const std::size_t corners = to_.corners_.size();
  columns_.resize(corners);
  rows_.resize(corners);
  is_outside_.resize(corners);
  const bool apart = see_through == Visibility::SeeThrough::Apart;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (to_.placed_[i].is_in_view) draw_body(i, apart && bodies[i].has_see_through ? Pass::Opaque : Pass::All);
  if (!apart) return;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (to_.placed_[i].is_in_view && bodies[i].has_see_through) draw_body(i, Pass::SeeThrough);
}

Rasterizer::Point Rasterizer::on_image(const Eigen::Vector3d& corner) const {
  const double k = scale_ / corner.x();
  return {rounded((half_width_ - corner.y() * k) * parts), rounded((half_height_ - corner.z() * k) * parts)};
}

// The whole numbers of corners that are inside; others are numbers too, of no use. In single precision: that is a
// hundredth of a part in an image of a thousand pixels, and all triangles of a corner have the same.
void Rasterizer::project(std::size_t first, std::size_t count) {
  const float *const __restrict xs = to_.corners_.x.data() + first, *const __restrict ys = to_.corners_.y.data() + first,
              *const __restrict zs = to_.corners_.z.data() + first;
  std::int32_t* const __restrict columns = columns_.data() + first, * const __restrict rows = rows_.data() + first;
  std::uint8_t* const __restrict outside = is_outside_.data() + first;
  const auto aside = float((guard - half_width_) / scale_), near = float(near_), scale = float(scale_ * parts),
             half_width = float(half_width_ * parts), half_height = float(half_height_ * parts);
  constexpr float most = 1 << 29;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = xs[i], y = ys[i], z = zs[i], room = aside * x;
    outside[i] = !(int(x >= near) & int(std::abs(y) <= room) & int(std::abs(z) <= room));
  }
  // To the nearest: conversions cut off towards zero.
  for (std::size_t i = 0; i < count; ++i) {
    const float k = scale / xs[i];
    const float u = half_width - ys[i] * k, v = half_height - zs[i] * k;
    const float cu = u < -most ? -most : u < most ? u : most, cv = v < -most ? -most : v < most ? v : most;
    columns[i] = std::int32_t(cu + (cu < 0 ? -0.5f : 0.5f));
    rows[i] = std::int32_t(cv + (cv < 0 ? -0.5f : 0.5f));
  }
}

// Patches that cannot be seen are left aside: those outside of the view, and those that look away from the camera.
void Rasterizer::draw_body(std::size_t index, Pass pass) {
  const RenderBody& body = to_.scene_->bodies()[index];
  const Visibility::Placed& placed = to_.placed_[index];
  is_see_through_ = pass == Pass::SeeThrough;
  const Eigen::Vector3f eye = -(placed.turn.transpose() * placed.shift);  // in the body
  for (const Patch& patch : body.patches) {
    const std::uint32_t shape_number = body.shapes[patch.first];
    if (to_.is_hidden(shape_number)) continue;
    const RenderShape& shape = to_.scene_->shape(shape_number);
    if (pass != Pass::All && to_.scene_->material(shape.material).is_see_through() != is_see_through_) continue;
    const bool is_surface = shape.form == RenderShape::Form::Surface;
    if (is_surface && (patch.is_turned_away(eye) ||
                       !may_be_seen(view_, placed.turn * patch.centre + placed.shift, patch.radius * 1.0001f)))
      continue;
    bring(index, patch);
    if (is_surface) {
      draw_patch(index, patch);
      continue;
    }
    for (std::uint32_t i = patch.first; i < patch.first + patch.count; ++i)
      draw_mark(body.first_triangle + i, shape, to_.corners_[placed.first_corner + body.triangles[i][0]],
                to_.corners_[placed.first_corner + body.triangles[i][1]]);
  }
}

// Its corners are in the frame of the camera and on the image.
void Rasterizer::bring(std::size_t index, const Patch& patch) {
  constexpr std::uint32_t block = Visibility::block;
  const RenderBody& body = to_.scene_->bodies()[index];
  const Visibility::Placed& placed = to_.placed_[index];
  for (std::uint32_t first = patch.first_corner / block * block; first < patch.end_corner; first += block) {
    std::uint8_t& is_brought = to_.is_brought_[(placed.first_corner + first) / block];
    if (is_brought) continue;
    is_brought = 1;
    to_.bring_block(body, placed, first);
    project(placed.first_corner + first, std::min<std::size_t>(block, body.positions.size() - first));
  }
}

void Rasterizer::draw_patch(std::size_t index, const Patch& patch) {
  const RenderBody& body = to_.scene_->bodies()[index];
  const std::size_t first = to_.placed_[index].first_corner;
  const std::int32_t *const columns = columns_.data() + first, *const rows = rows_.data() + first;
  const std::uint8_t* const outside = is_outside_.data() + first;
  const std::int32_t last_column = width_ - 1, last_row = height_ - 1;
  constexpr std::int32_t half = parts / 2;
  for (std::uint32_t i = patch.first; i < patch.first + patch.count; ++i) {
    const auto& t = body.triangles[i];
    const auto corners = [&]() -> Corners {
      return {to_.corners_[first + t[0]], to_.corners_[first + t[1]], to_.corners_[first + t[2]]};
    };
    if (outside[t[0]] | outside[t[1]] | outside[t[2]]) {
      draw_clipped(body.first_triangle + i, corners());
      continue;
    }
    const SmallPoint a{columns[t[0]], rows[t[0]]}, b{columns[t[1]], rows[t[1]]}, c{columns[t[2]], rows[t[2]]};
    // As box_of() does it: most small triangles are around no pixel's centre.
    const std::int32_t left = (std::min({a.x, b.x, c.x}) + half - 1) >> 8,
                       right = (std::max({a.x, b.x, c.x}) - half) >> 8,
                       top = (std::min({a.y, b.y, c.y}) + half - 1) >> 8,
                       bottom = (std::max({a.y, b.y, c.y}) - half) >> 8;
    const Box box{std::max(left, 0), std::min(right, last_column), std::max(top, 0), std::min(bottom, last_row)};
    if (box.is_empty()) continue;
    // Seen from outside it runs counter-clockwise, and on the image, whose y goes down, clockwise.
    if (std::int64_t(b.x - a.x) * (c.y - a.y) - std::int64_t(c.x - a.x) * (b.y - a.y) >= 0) continue;
    Plane plane;
    if (find_plane(corners(), plane)) fill(body.first_triangle + i, {a.x, a.y}, {c.x, c.y}, {b.x, b.y}, box, plane);
  }
}

// What is inside of all (p, 1) plane >= 0 has room in the integers.
std::array<Eigen::Vector4d, 5> Rasterizer::planes() const {
  const double aside = (guard - half_width_ - 2) / scale_;
  return {{{1, 0, 0, -near_}, {aside, 1, 0, 0}, {aside, -1, 0, 0}, {aside, 0, 1, 0}, {aside, 0, -1, 0}}};
}

bool Rasterizer::clip(Eigen::Vector3d& from, Eigen::Vector3d& to) const {
  for (const Eigen::Vector4d& plane : planes()) {
    const double f = plane.head<3>().dot(from) + plane[3], g = plane.head<3>().dot(to) + plane[3];
    if (f < 0 && g < 0) return false;
    if (f < 0)
      from = from + f / (f - g) * (to - from);
    else if (g < 0)
      to = from + f / (f - g) * (to - from);
  }
  return from.x() > 0 && to.x() > 0;
}

// A square, or a parallelogram that has one pixel of width in each column, where the line is rather horizontal, or row.
// Nearness is linear on the image along a line, as on a plane.
void Rasterizer::draw_mark(std::uint32_t triangle, const RenderShape& shape, const Eigen::Vector3f& from,
                           const Eigen::Vector3f& to) {
  Eigen::Vector3d a = from.cast<double>(), b = to.cast<double>();
  if (!clip(a, b)) return;
  const auto place = [&](const Eigen::Vector3d& p) {
    return Eigen::Vector2d(half_width_ - p.y() * scale_ / p.x(), half_height_ - p.z() * scale_ / p.x());
  };
  Eigen::Vector2d p = place(a), q = place(b);
  const Eigen::Vector2d way = q - p;
  const double near_a = 1 / a.x(), near_b = 1 / b.x();
  const bool is_point = shape.form == RenderShape::Form::Points || way.cwiseAbs().maxCoeff() < 1e-3;
  const double half = samples_ * (shape.form == RenderShape::Form::Points ? point_pixels : 1) / 2.0;
  Plane plane{near_a, 0, 0};
  Eigen::Vector2d side(0, half);
  if (is_point) {
    q = p + Eigen::Vector2d(half, 0);
    p.x() -= half;
  } else if (std::abs(way.x()) >= std::abs(way.y())) {
    plane.right = (near_b - near_a) / way.x();
    plane.at_first = near_a + (0.5 - p.x()) * plane.right;
  } else {
    side = {half, 0};
    plane.down = (near_b - near_a) / way.y();
    plane.at_first = near_a + (0.5 - p.y()) * plane.down;
  }
  const auto corner = [](const Eigen::Vector2d& at) { return Point{rounded(at.x() * parts), rounded(at.y() * parts)}; };
  const Point corners[4] = {corner(p - side), corner(q - side), corner(q + side), corner(p + side)};
  for (int i = 1; i < 3; ++i) {
    const Point &u = corners[0], &v = corners[i], &w = corners[i + 1];
    const std::int64_t area = (v.x - u.x) * (w.y - u.y) - (w.x - u.x) * (v.y - u.y);
    if (area > 0) fill(triangle, u, v, w, plane);
    if (area < 0) fill(triangle, u, w, v, plane);
  }
}

// Clipped by the planes before it, as a polygon.
void Rasterizer::draw_clipped(std::uint32_t triangle, const Corners& corners) {
  std::vector<Eigen::Vector3d> polygon = {corners[0].cast<double>(), corners[1].cast<double>(),
                                          corners[2].cast<double>()};
  std::vector<Eigen::Vector3d> clipped;
  for (const Eigen::Vector4d& plane : planes()) {
    clipped.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Eigen::Vector3d &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
      const double f = plane.head<3>().dot(from) + plane[3], g = plane.head<3>().dot(to) + plane[3];
      if (f >= 0) clipped.push_back(from);
      if ((f >= 0) != (g >= 0)) clipped.push_back(from + f / (f - g) * (to - from));
    }
    polygon.swap(clipped);
    if (polygon.size() < 3) return;
  }
  Plane plane;
  if (!find_plane(corners, plane)) return;
  std::vector<Point> points;
  for (const Eigen::Vector3d& corner : polygon) {
    if (!(corner.x() > 0)) return;
    points.push_back(on_image(corner));
  }
  for (std::size_t i = 2; i < points.size(); ++i) {
    const Point &a = points[0], &b = points[i - 1], &c = points[i];
    if ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) < 0) fill(triangle, a, c, b, plane);
  }
}

// The plane n p = k holds all points p = x (1, y, z): 1 / x = n (1, y, z) / k. False if the camera is in the plane or
// behind the triangle.
bool Rasterizer::find_plane(const Corners& corners, Plane& plane) const {
  const Eigen::Vector3d a = corners[0].cast<double>();
  const Eigen::Vector3d normal = (corners[1].cast<double>() - a).cross(corners[2].cast<double>() - a);
  const double k = normal.dot(a);
  if (!(k < 0)) return false;
  plane.right = -normal.y() / (k * scale_);
  plane.down = -normal.z() / (k * scale_);
  plane.at_first = normal.x() / k - (half_width_ - 0.5) * plane.right - (half_height_ - 0.5) * plane.down;
  return true;
}

Rasterizer::Box Rasterizer::box_of(const Point& a, const Point& b, const Point& c) const {
  constexpr std::int64_t half = parts / 2;
  static_assert(parts == 1 << 8);
  // >> 8 is the whole number below the quotient by 256.
  return {std::max<std::int64_t>(0, (std::min({a.x, b.x, c.x}) + half - 1) >> 8),
          std::min<std::int64_t>(width_ - 1, (std::max({a.x, b.x, c.x}) - half) >> 8),
          std::max<std::int64_t>(0, (std::min({a.y, b.y, c.y}) + half - 1) >> 8),
          std::min<std::int64_t>(height_ - 1, (std::max({a.y, b.y, c.y}) - half) >> 8)};
}

// Positive area: a, b, c run so that each edge has its inside at the side where its number grows.
void Rasterizer::fill(std::uint32_t triangle, const Point& a, const Point& b, const Point& c, const Box& box,
                      const Plane& plane) {
  if (box.is_empty()) return;
  constexpr std::int64_t half = parts / 2;
  const std::int64_t first_row = box.top, last_row = box.bottom, first_column = box.left, last_column = box.right;
  struct Edge {
    std::int64_t value, right, down;  // at the first pixel's centre, and by how much it grows
  };
  const auto edge = [&](const Point& from, const Point& to) {
    const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
    const std::int64_t px = first_column * parts + half - from.x, py = first_row * parts + half - from.y;
    // A centre on the edge belongs to one of the two triangles that share it.
    const bool has_edge = dy < 0 || (dy == 0 && dx > 0);
    return Edge{dx * py - dy * px - (has_edge ? 0 : 1), -dy * parts, dx * parts};
  };
  Edge edges[3] = {edge(a, b), edge(b, c), edge(c, a)};
  const std::int64_t columns = last_column - first_column + 1;
  // Where there are few, looking at each costs less than dividing.
  constexpr std::int64_t few = 12;
  for (std::int64_t row = first_row; row <= last_row; ++row) {
    std::int64_t begin = 0, end = columns;
    if (columns <= few) {
      std::int64_t u = edges[0].value, v = edges[1].value, w = edges[2].value;
      const auto step = [&] {
        u += edges[0].right;
        v += edges[1].right;
        w += edges[2].right;
      };
      for (; begin < columns && (u | v | w) < 0; ++begin) step();
      for (end = begin; end < columns && (u | v | w) >= 0; ++end) step();
      for (Edge& e : edges) e.value += e.down;
    } else {
      for (Edge& e : edges) {
        if (e.right > 0) {
          if (e.value < 0) begin = std::max(begin, (-e.value + e.right - 1) / e.right);
        } else if (e.right < 0) {
          end = e.value < 0 ? 0 : std::min(end, e.value / -e.right + 1);
        } else if (e.value < 0) {
          end = 0;
        }
        e.value += e.down;
      }
    }
    if (begin < end) span(triangle, row, first_column + begin, first_column + end, plane);
  }
}

void Rasterizer::span(std::uint32_t triangle, std::int64_t row, std::int64_t begin, std::int64_t end,
                      const Plane& plane) {
  const double at_row = plane.at_first + double(row) * plane.down + double(begin) * plane.right;
  const auto first = float(at_row), right = float(plane.right);
  const std::size_t at = std::size_t(row) * std::size_t(width_) + std::size_t(begin);
  float* nearness = &to_.nearness_[at];
  std::uint32_t* triangles = &to_.triangles_[at];
  const auto count = int(end - begin);
  if (is_see_through_) {
    for (int i = 0; i < count; ++i) {
      const float near = first + float(i) * right;
      if (near > nearness[i] * (1 + equally_near))
        to_.fragments_.push_back({std::uint32_t(at) + std::uint32_t(i), triangle, near});
    }
    return;
  }
  for (int i = 0; i < count; ++i) {
    const float near = first + float(i) * right;
    const bool is_nearer = near > nearness[i] * (1 + equally_near);
    nearness[i] = is_nearer ? near : nearness[i];
    triangles[i] = is_nearer ? triangle : triangles[i];
  }
}

}  // namespace lightsout
