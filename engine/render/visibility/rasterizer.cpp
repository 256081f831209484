// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/visibility/rasterizer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

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
      balls_(view),
      width_(view.width),
      height_(view.height),
      samples_(view.samples),
      near_(view.near),
      half_width_(view.width / 2.0),
      half_height_(view.height / 2.0),
      scale_(half_width_ / view.tan_horizontal()) {}

void Rasterizer::run(Visibility::SeeThrough see_through) {
  const auto& bodies = to_.scene_->bodies();
  const bool apart = see_through == Visibility::SeeThrough::Apart;
  // The nearest first: much of what is behind them need not be drawn.
  std::vector<std::pair<float, std::size_t>> order;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (to_.placed_[i].is_in_view) order.emplace_back(to_.placed_[i].bring(bodies[i].centre).x(), i);
  std::ranges::sort(order);
  for (const auto& [distance, i] : order) draw_body(i, apart && bodies[i].has_see_through ? Pass::Opaque : Pass::All);
  if (!apart) return;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (to_.placed_[i].is_in_view && bodies[i].has_see_through) draw_body(i, Pass::SeeThrough);
}

Rasterizer::Point Rasterizer::on_image(const Eigen::Vector3d& corner) const {
  const double k = scale_ / corner.x();
  return {rounded((half_width_ - corner.y() * k) * parts), rounded((half_height_ - corner.z() * k) * parts)};
}

struct Rasterizer::Projected {
  static constexpr std::size_t lanes = 4;
  using Floats = float __attribute__((vector_size(16)));
  using Ints = std::int32_t __attribute__((vector_size(16)));
  template <class Vector, class Number>
  union List {
    std::array<Vector, Patch::most_places / lanes> vectors;
    std::array<Number, Patch::most_places> numbers;
  };
  List<Floats, float> x, y, z;             // frame of the camera
  List<Ints, std::int32_t> columns, rows;  // parts of a pixel; of no use of corners that are outside
  // Before the near plane, or too far aside for the integers: not 0.
  List<Ints, std::int32_t> outside;
  bool any_outside;
  // Between which pixels' centres it is: column and row in 16 bits each, twice the number of a centre that it is on,
  // one more between that and the next one. A triangle all of whose corners have one of both in common is around no
  // pixel's centre, or has no area.
  List<Ints, std::uint32_t> cells;

  Eigen::Vector3f corner(std::size_t i) const { return {x.numbers[i], y.numbers[i], z.numbers[i]}; }
};

namespace {

using Floats = float __attribute__((vector_size(16)));
using Ints = std::int32_t __attribute__((vector_size(16)));

Floats all(float value) { return Floats{value, value, value, value}; }
Ints all(std::int32_t value) { return Ints{value, value, value, value}; }

// To the nearest: conversions cut off towards zero.
Ints rounded(Floats value) {
  constexpr float most = 1 << 29;
  const Floats low = value > all(-most) ? value : all(-most), within = low < all(most) ? low : all(most);
  return __builtin_convertvector(within + (within < all(0.0f) ? all(-0.5f) : all(0.5f)), Ints);
}

// Beyond the first and the last pixel's centre, of `size`, it is beside them.
Ints bounded(Ints place, std::int32_t size) {
  constexpr std::int32_t half = parts / 2;
  const Ints first = all(half - 1), last = all(parts * size - half + 1);
  const Ints low = place > first ? place : first;
  return low < last ? low : last;
}

// As Projected::cells has them.
Ints cell_of(Ints place) {
  const Ints from_first = place - parts / 2;
  return ((from_first >> 8) << 1) - ((from_first & all(parts - 1)) != all(0));  // true is -1
}

// Whose columns and rows have room in Projected::cells.
constexpr std::int32_t most_cells = 1 << 14;

}  // namespace

// In single precision: that is a hundredth of a part in an image of a thousand pixels, and all triangles of a corner
// have the same.
template <bool is_inside>
void Rasterizer::project(const RenderBody& body, const Visibility::Placed& placed, const Patch& patch,
                         Projected& to) const {
  const auto aside = float((guard - half_width_) / scale_), near = float(near_), scale = float(scale_ * parts),
             half_width = float(half_width_ * parts), half_height = float(half_height_ * parts);
  const Eigen::Matrix3f& turn = placed.turn;
  const Eigen::Vector3f& shift = placed.shift;
  const auto read = [](const float* from) {
    Floats found;
    std::memcpy(&found, from, sizeof found);
    return found;
  };
  const auto size = [](Floats value) { return value < all(0.0f) ? -value : value; };
  Ints any = all(0);
  for (std::uint32_t first = 0, i = 0; first < patch.place_count; first += Projected::lanes, ++i) {
    const std::size_t at = patch.first_place + first;
    const Floats px = read(&body.places.x[at]), py = read(&body.places.y[at]), pz = read(&body.places.z[at]);
    const auto brought = [&](int k) { return turn(k, 0) * px + turn(k, 1) * py + turn(k, 2) * pz + shift[k]; };
    const Floats x = brought(0), y = brought(1), z = brought(2);
    const Floats k = scale / x, u = half_width - y * k, v = half_height - z * k;
    Ints column, row, cell;
    if constexpr (is_inside) {
      column = __builtin_convertvector(u + 0.5f, Ints);
      row = __builtin_convertvector(v + 0.5f, Ints);
      cell = cell_of(column) | (cell_of(row) << 16);
    } else {
      column = rounded(u);
      row = rounded(v);
      cell = (cell_of(bounded(column, width_)) & all(0xffff)) | (cell_of(bounded(row, height_)) << 16);
      const Floats room = aside * x;
      const Ints outside = ~((x >= all(near)) & (size(y) <= room) & (size(z) <= room));
      any |= outside;
      to.outside.vectors[i] = outside;
    }
    to.x.vectors[i] = x;
    to.y.vectors[i] = y;
    to.z.vectors[i] = z;
    to.columns.vectors[i] = column;
    to.rows.vectors[i] = row;
    to.cells.vectors[i] = cell;
  }
  to.any_outside = (any[0] | any[1] | any[2] | any[3]) != 0;
}

// Of a box, `half` of its edges along the axes of the body, `centre` in the frame of the camera: it is around no
// pixel's centre, or all whose centres it is around see something nearer.
bool Rasterizer::is_unseen(const Visibility::Placed& placed, const Eigen::Vector3f& centre,
                           const Eigen::Vector3f& half) const {
  const auto near = float(near_), scale = float(scale_), half_width = float(half_width_),
             half_height = float(half_height_);
  constexpr Floats first_sides = {-1, 1, -1, 1}, second_sides = {-1, -1, 1, 1};
  // Four corners, and the four on the other side.
  const auto corners = [&](int k, float side) {
    return all(centre[k] + side * placed.turn(k, 2) * half.z()) + first_sides * (placed.turn(k, 0) * half.x()) +
           second_sides * (placed.turn(k, 1) * half.y());
  };
  const auto least = [](Floats a, Floats b) { return a < b ? a : b; };
  const auto most = [](Floats a, Floats b) { return a > b ? a : b; };
  const auto lowest = [](Floats a) { return std::min(std::min(a[0], a[1]), std::min(a[2], a[3])); };
  const auto highest = [](Floats a) { return std::max(std::max(a[0], a[1]), std::max(a[2], a[3])); };
  const Floats x = corners(0, -1), other_x = corners(0, 1);
  const float first = lowest(least(x, other_x));
  if (!(first > near)) return false;
  const Floats k = all(scale) / x, other_k = all(scale) / other_x;
  const Floats u = corners(1, -1) * k, other_u = corners(1, 1) * other_k, v = corners(2, -1) * k,
               other_v = corners(2, 1) * other_k;
  // Corners are rounded to 256ths of a pixel.
  constexpr float room = 0.02f;
  const float left = half_width - highest(most(u, other_u)) - 0.5f - room,
              right = half_width - lowest(least(u, other_u)) - 0.5f + room,
              top = half_height - highest(most(v, other_v)) - 0.5f - room,
              bottom = half_height - lowest(least(v, other_v)) - 0.5f + room;
  constexpr float most_pixels = 256;
  if (!((right - left) * (bottom - top) < most_pixels)) return false;
  const auto first_from = [](float from) { return from > 0 ? int(from) + (float(int(from)) < from) : 0; };
  const auto last_until = [](float until) { return until < 0 ? -1 : int(until); };
  const int first_column = first_from(left), last_column = std::min(width_ - 1, last_until(right)),
            first_row = first_from(top), last_row = std::min(height_ - 1, last_until(bottom));
  if (first_column > last_column || first_row > last_row) return true;
  if (is_see_through_) return false;
  const float nearest = 1.001f / first;
  for (int row = first_row; row <= last_row; ++row) {
    const float* const nearness = &to_.nearness_[std::size_t(row) * std::size_t(width_)];
    for (int column = first_column; column <= last_column; ++column)
      if (nearness[column] < nearest) return false;
  }
  return true;
}

// The nearest pieces first, as with bodies. Pieces and patches that cannot be seen are left aside: those outside of the
// view, behind what is known, and patches that look away from the camera.
void Rasterizer::draw_body(std::size_t index, Pass pass) {
  const RenderBody& body = to_.scene_->bodies()[index];
  const Visibility::Placed& placed = to_.placed_[index];
  is_see_through_ = pass == Pass::SeeThrough;
  eye_ = -(placed.turn.transpose() * placed.shift);
  nearest_.clear();
  for (std::uint32_t i = 0; i < body.pieces.size(); ++i) {
    const Piece& piece = body.pieces[i];
    const Eigen::Vector3f centre = placed.bring(piece.centre);
    // Lines and points are wider than their ball.
    if (body.has_marks || balls_.may_be_seen(centre, piece.radius * 1.0001f))
      nearest_.emplace_back(centre.x() - piece.radius, i);
  }
  std::ranges::sort(nearest_);
  for (const auto& [distance, i] : nearest_) draw_piece(body, placed, body.pieces[i], pass);
}

void Rasterizer::draw_piece(const RenderBody& body, const Visibility::Placed& placed, const Piece& piece, Pass pass) {
  const std::uint32_t shape_number = body.shapes[body.by_patch[body.patches[piece.first].first]];
  if (to_.is_hidden(shape_number)) return;
  const RenderShape& shape = to_.scene_->shape(shape_number);
  const Material& material = to_.scene_->material(shape.material);
  if (material.is_invisible() || (pass != Pass::All && material.is_see_through() != is_see_through_)) return;
  const auto patches = std::span(body.patches).subspan(piece.first, piece.count);
  if (shape.form != RenderShape::Form::Surface) {
    for (const Patch& patch : patches)
      for (std::uint32_t k = patch.first; k < patch.first + patch.count; ++k) {
        const std::uint32_t i = body.by_patch[k];
        draw_mark(body.first_triangle + i, shape, placed.bring(body.positions[body.triangles[i][0]]),
                  placed.bring(body.positions[body.triangles[i][1]]));
      }
    return;
  }
  if (patches.size() > 1 && is_unseen(placed, placed.bring(piece.centre), piece.half)) return;
  for (const Patch& patch : patches) {
    if (patch.is_turned_away(eye_)) continue;
    const Eigen::Vector3f centre = placed.bring(patch.centre);
    const float radius = patch.radius * 1.0001f;
    if (balls_.may_be_seen(centre, radius) && !is_unseen(placed, centre, patch.half))
      draw_patch(body, placed, patch, balls_.is_inside(centre, radius));
  }
}

void Rasterizer::draw_patch(const RenderBody& body, const Visibility::Placed& placed, const Patch& patch,
                            bool is_inside) {
  Projected projected;
  if (is_inside)
    project<true>(body, placed, patch, projected);
  else
    project<false>(body, placed, patch, projected);
  // Most small triangles are around no pixel's centre.
  std::array<std::uint8_t, Patch::most> wanted;
  std::size_t count = 0;
  const bool fits = std::max(width_, height_) < most_cells;
  const auto* const places_of = &body.places_of[patch.first];
  const auto& cells = projected.cells.numbers;
  for (std::uint32_t i = 0; i < patch.count; ++i) {
    const auto& t = places_of[i];
    const std::uint32_t differ = (cells[t[0]] ^ cells[t[1]]) | (cells[t[0]] ^ cells[t[2]]);
    wanted[count] = std::uint8_t(i);
    count += (((differ & 0xffff) != 0) & ((differ >> 16) != 0)) | !fits;
  }
  if (projected.any_outside) {
    for (std::uint32_t i = 0; i < patch.count; ++i) wanted[i] = std::uint8_t(i);
    count = patch.count;
  }
  const std::int32_t last_column = width_ - 1, last_row = height_ - 1;
  constexpr std::int32_t half = parts / 2;
  const auto &columns = projected.columns.numbers, &rows = projected.rows.numbers, &outside = projected.outside.numbers;
  for (std::size_t n = 0; n < count; ++n) {
    const auto& t = places_of[wanted[n]];
    const std::uint32_t triangle = body.first_triangle + body.by_patch[patch.first + wanted[n]];
    const auto corners = [&]() -> Corners {
      return {projected.corner(t[0]), projected.corner(t[1]), projected.corner(t[2])};
    };
    if (projected.any_outside && (outside[t[0]] | outside[t[1]] | outside[t[2]])) {
      draw_clipped(triangle, corners());
      continue;
    }
    const std::int32_t ax = columns[t[0]], ay = rows[t[0]], bx = columns[t[1]], by = rows[t[1]], cx = columns[t[2]],
                       cy = rows[t[2]];
    // Seen from outside it runs counter-clockwise, and on the image, whose y goes down, clockwise.
    if (std::int64_t(bx - ax) * (cy - ay) - std::int64_t(cx - ax) * (by - ay) >= 0) continue;
    // As box_of() does it.
    const std::int32_t left = (std::min({ax, bx, cx}) + half - 1) >> 8, right = (std::max({ax, bx, cx}) - half) >> 8,
                       top = (std::min({ay, by, cy}) + half - 1) >> 8, bottom = (std::max({ay, by, cy}) - half) >> 8;
    const Box box{std::max(left, 0), std::min(right, last_column), std::max(top, 0), std::min(bottom, last_row)};
    if (box.is_empty()) continue;
    // Most of what is left are around one, and many of them beside it.
    const Point p{ax, ay}, q{cx, cy}, r{bx, by};
    if (box.left == box.right && box.top == box.bottom && !is_around(p, q, r, box)) continue;
    Plane plane;
    if (find_plane(corners(), plane)) fill(triangle, p, q, r, box, plane);
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

namespace {

// Of the centre of a pixel on the inside of the edge from one corner to another: 0 or more. A centre on the edge
// belongs to one of the two triangles that share it.
struct Edge {
  std::int64_t value, right, down;  // there, and by how much it grows to the next pixels

  template <class Point>
  Edge(const Point& from, const Point& to, std::int64_t column, std::int64_t row) {
    constexpr std::int64_t half = parts / 2;
    const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
    const std::int64_t px = column * parts + half - from.x, py = row * parts + half - from.y;
    const bool has_edge = dy < 0 || (dy == 0 && dx > 0);
    value = dx * py - dy * px - (has_edge ? 0 : 1);
    right = -dy * parts;
    down = dx * parts;
  }
};

}  // namespace

// The centre of the first pixel of the box.
bool Rasterizer::is_around(const Point& a, const Point& b, const Point& c, const Box& box) const {
  return (Edge(a, b, box.left, box.top).value | Edge(b, c, box.left, box.top).value |
          Edge(c, a, box.left, box.top).value) >= 0;
}

// Positive area: a, b, c run so that each edge has its inside at the side where its number grows.
void Rasterizer::fill(std::uint32_t triangle, const Point& a, const Point& b, const Point& c, const Box& box,
                      const Plane& plane) {
  if (box.is_empty()) return;
  const std::int64_t first_row = box.top, last_row = box.bottom, first_column = box.left, last_column = box.right;
  Edge edges[3] = {{a, b, first_column, first_row}, {b, c, first_column, first_row}, {c, a, first_column, first_row}};
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
    const float known = nearness[i];
    // Of what is equally near the first of the scene; nothing, as a signed number, comes before all.
    const bool is_nearer = near > known * (1 + equally_near),
               is_first = near * (1 + equally_near) >= known && std::int32_t(triangle) < std::int32_t(triangles[i]);
    nearness[i] = is_nearer | is_first ? near : known;
    triangles[i] = is_nearer | is_first ? triangle : triangles[i];
  }
}

}  // namespace lightsout
