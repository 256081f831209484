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

std::int64_t floor_of(std::int64_t a, std::int64_t b) {  // b > 0
  const std::int64_t q = a / b;
  return q * b > a ? q - 1 : q;
}

}  // namespace

Rasterizer::Rasterizer(Visibility& to, const View& view)
    : to_(to),
      width_(view.width),
      height_(view.height),
      near_(view.near),
      half_width_(view.width / 2.0),
      half_height_(view.height / 2.0),
      scale_(half_width_ / view.tan_horizontal()) {}

void Rasterizer::run(Visibility::SeeThrough see_through) {
  const auto& bodies = to_.scene_->bodies();
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

void Rasterizer::draw_body(std::size_t index, Pass pass) {
  const RenderBody& body = to_.scene_->bodies()[index];
  const Eigen::Vector3f* corners = &to_.corners_[to_.placed_[index].first_corner];
  const std::size_t count = body.positions.size();
  points_.resize(count);
  is_outside_.resize(count);
  const double aside = (guard - half_width_) / scale_;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = corners[i].x(), most = aside * x;
    is_outside_[i] =
        !(x >= near_ && std::abs(double(corners[i].y())) <= most && std::abs(double(corners[i].z())) <= most);
    if (!is_outside_[i]) points_[i] = on_image(corners[i].cast<double>());
  }
  is_see_through_ = pass == Pass::SeeThrough;
  for (std::uint32_t i = 0; i < body.triangles.size(); ++i) {
    if (to_.is_hidden(body.shapes[i])) continue;
    if (pass != Pass::All &&
        to_.scene_->material(to_.scene_->shape(body.shapes[i]).material).is_see_through() != is_see_through_)
      continue;
    const auto& t = body.triangles[i];
    const Eigen::Vector3f* const three[3] = {&corners[t[0]], &corners[t[1]], &corners[t[2]]};
    if (is_outside_[t[0]] | is_outside_[t[1]] | is_outside_[t[2]]) {
      draw_clipped(body.first_triangle + i, three);
    } else {
      const Point* const points[3] = {&points_[t[0]], &points_[t[1]], &points_[t[2]]};
      draw(body.first_triangle + i, three, points);
    }
  }
}

void Rasterizer::draw(std::uint32_t triangle, const Eigen::Vector3f* const (&corners)[3],
                      const Point* const (&points)[3]) {
  const Point &a = *points[0], &b = *points[1], &c = *points[2];
  // Seen from outside it runs counter-clockwise, and on the image, whose y goes down, clockwise.
  if ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) >= 0) return;
  Plane plane;
  if (find_plane(corners, plane)) fill(triangle, a, c, b, plane);
}

// Clipped by the planes before it, as a polygon.
void Rasterizer::draw_clipped(std::uint32_t triangle, const Eigen::Vector3f* const (&corners)[3]) {
  std::vector<Eigen::Vector3d> polygon = {corners[0]->cast<double>(), corners[1]->cast<double>(),
                                          corners[2]->cast<double>()};
  const double aside = (guard - half_width_ - 2) / scale_;
  const Eigen::Vector4d planes[5] = {
      {1, 0, 0, -near_}, {aside, 1, 0, 0}, {aside, -1, 0, 0}, {aside, 0, 1, 0}, {aside, 0, -1, 0}};
  std::vector<Eigen::Vector3d> clipped;
  for (const Eigen::Vector4d& plane : planes) {
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
bool Rasterizer::find_plane(const Eigen::Vector3f* const (&corners)[3], Plane& plane) const {
  const Eigen::Vector3d a = corners[0]->cast<double>();
  const Eigen::Vector3d normal = (corners[1]->cast<double>() - a).cross(corners[2]->cast<double>() - a);
  const double k = normal.dot(a);
  if (!(k < 0)) return false;
  plane.right = -normal.y() / (k * scale_);
  plane.down = -normal.z() / (k * scale_);
  plane.at_first = normal.x() / k - (half_width_ - 0.5) * plane.right - (half_height_ - 0.5) * plane.down;
  return true;
}

// Positive area: a, b, c run so that each edge has its inside at the side where its number grows.
void Rasterizer::fill(std::uint32_t triangle, const Point& a, const Point& b, const Point& c, const Plane& plane) {
  constexpr std::int64_t half = parts / 2;
  const std::int64_t top = std::min({a.y, b.y, c.y}), bottom = std::max({a.y, b.y, c.y}),
                     left = std::min({a.x, b.x, c.x}), right = std::max({a.x, b.x, c.x});
  // Pixels whose centres are in the box around it.
  const std::int64_t first_row = std::max<std::int64_t>(0, floor_of(top + half - 1, parts)),
                     last_row = std::min<std::int64_t>(height_ - 1, floor_of(bottom - half, parts)),
                     first_column = std::max<std::int64_t>(0, floor_of(left + half - 1, parts)),
                     last_column = std::min<std::int64_t>(width_ - 1, floor_of(right - half, parts));
  if (first_row > last_row || first_column > last_column) return;
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
  for (std::int64_t row = first_row; row <= last_row; ++row) {
    std::int64_t begin = 0, end = columns;
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
