// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/shading/shadow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace lightsout {
namespace {

float farthest_of(const LitPoints& points) {
  float farthest = 0;
  for (int i = 0; i < points.count; ++i)
    farthest = std::max({farthest, std::abs(points.x[std::size_t(i)]), std::abs(points.y[std::size_t(i)]),
                         std::abs(points.z[std::size_t(i)])});
  return farthest;
}

// m, along the ray and behind the surface: what is so near to a point is the surface that it is on. The second is for
// rays that graze it, of whose length rounding takes more than the first. `farthest`: of the points, from the camera.
float room_along(float farthest) { return 1e-4f + 4e-6f * farthest; }
float room_across(float farthest) { return 1e-6f + 2e-6f * farthest; }

// m: by how much points and rays may be beside where they are meant to be, in a body's frame. `scale`: m, the size of
// the numbers there.
float room_in_body(float scale) { return 1e-5f + 4e-6f * scale; }

// What parallel rays from a few points are within: a bar along them without an end, as wide as the points lie apart
// along two directions across it.
struct Bar {
  Eigen::Vector3f u = Eigen::Vector3f::UnitX(), v = Eigen::Vector3f::UnitY();  // unit, across the rays and each other
  float at_u = 0, at_v = 0;                                                    // of its middle
  float half_u = 0, half_v = 0;

  bool meets(const BallTree::Node& node) const {
    const float room_u = half_u + node.half.dot(u.cwiseAbs()), room_v = half_v + node.half.dot(v.cwiseAbs());
    return (std::abs(node.centre.dot(u) - at_u) <= room_u) & (std::abs(node.centre.dot(v) - at_v) <= room_v);
  }
  // How much m p + c is at most for a point p of it. `m` is across the rays.
  float most_of(const Eigen::Vector3f& m, float c) const {
    const float along_u = m.dot(u), along_v = m.dot(v);
    return along_u * at_u + along_v * at_v + c + std::abs(along_u) * half_u + std::abs(along_v) * half_v;
  }
  // In the frame of a body. `scale`: m, the size of the numbers there, of whose rounding it is wider, and of what the
  // tests of triangles allow.
  Bar in_body(const Eigen::Matrix3f& back, const Eigen::Vector3f& shift, float scale) const {
    Bar bar{back * u, back * v, at_u - shift.dot(u), at_v - shift.dot(v), half_u, half_v};
    const float room = room_in_body(scale);
    bar.half_u += room;
    bar.half_v += room;
    return bar;
  }
};

// The shadow of one body, in its frame. All points go down its tree together where the tube that holds their rays is
// thinner than what is in the tree; where it is not, those go on whose rays meet the ball of a node.
class BodyShadow {
 public:
  // `farthest`: of the points, from the camera.
  BodyShadow(const Eigen::Matrix3f& turn, const Eigen::Vector3f& shift, float farthest, LitPoints& points)
      : points_(points), room_(room_along(farthest)), depth_(room_across(farthest)) {
    const Eigen::Matrix3f back = turn.transpose();
    for (int i = 0; i < points.count; ++i) {
      const auto k = std::size_t(i);
      const float px = points.x[k] - shift.x(), py = points.y[k] - shift.y(), pz = points.z[k] - shift.z();
      x_[i] = back(0, 0) * px + back(0, 1) * py + back(0, 2) * pz;
      y_[i] = back(1, 0) * px + back(1, 1) * py + back(1, 2) * pz;
      z_[i] = back(2, 0) * px + back(2, 1) * py + back(2, 2) * pz;
    }
  }

  // The points that are still lit; `light_place`: the light, or the way to it where `bar` is given, of parallel rays.
  void cast(const BallTree& tree, const RenderBody& body, const Eigen::Matrix3f& turn, const Eigen::Vector3f& shift,
            const Beam& beam, const Bar* bar, const Eigen::Vector3f& light_place) {
    if (tree.nodes().empty()) return;
    const Eigen::Matrix3f back = turn.transpose();
    tree_ = &tree;
    beam_ = beam;
    beam_.axis = back * beam.axis;
    beam_.origin = back * (beam.origin - shift);
    is_parallel_ = bar != nullptr;
    source_ = is_parallel_ ? Eigen::Vector3f(back * light_place) : Eigen::Vector3f(back * (light_place - shift));
    if (bar) bar_ = bar->in_body(back, shift, shift.norm() + beam.origin.norm() + body.radius);
    Lanes all;
    all.count = 0;
    for (int i = 0; i < points_.count; ++i)
      if (!points_.is_dark[std::size_t(i)]) all.at[all.count++] = std::uint8_t(i);
    open(tree_->nodes()[0], all);
  }

 private:
  struct Lanes {
    int count;
    std::uint8_t at[LitPoints::most];
  };
  // A point p is dark if four functions m p + c of it are positive: that it is at the inner side of the three planes
  // through the light and the triangle's edges, and behind the triangle.
  struct Test {
    std::array<Eigen::Vector3f, 4> m;
    std::array<float, 4> c;
  };

  bool meets(int lane, const BallTree::Node& node) const {
    const float wx = node.centre.x() - x_[lane], wy = node.centre.y() - y_[lane], wz = node.centre.z() - z_[lane];
    float dx = source_.x(), dy = source_.y(), dz = source_.z(), length2 = 1;
    if (!is_parallel_) {
      dx -= x_[lane];
      dy -= y_[lane];
      dz -= z_[lane];
      length2 = dx * dx + dy * dy + dz * dz;
    }
    const float along = wx * dx + wy * dy + wz * dz, way2 = wx * wx + wy * wy + wz * wz;
    const float radius2 = node.radius * node.radius;
    // Behind the point, and not around it.
    if (along < 0 && way2 > radius2 * 1.0001f) return false;
    return way2 * length2 - along * along <= (radius2 * 1.0001f + 1e-6f * way2) * length2;
  }

  // meets() of all points.
  void find_meeting(const BallTree::Node& node) {
    const float cx = node.centre.x(), cy = node.centre.y(), cz = node.centre.z(), sx = source_.x(), sy = source_.y(),
                sz = source_.z();
    const float radius2 = node.radius * node.radius * 1.0001f, of_light = is_parallel_ ? 0.0f : 1.0f;
    const int count = points_.count;
    for (int i = 0; i < count; ++i) {
      const float wx = cx - x_[i], wy = cy - y_[i], wz = cz - z_[i];
      const float dx = sx - of_light * x_[i], dy = sy - of_light * y_[i], dz = sz - of_light * z_[i];
      const float length2 = is_parallel_ ? 1.0f : dx * dx + dy * dy + dz * dz;
      const float along = wx * dx + wy * dy + wz * dz, way2 = wx * wx + wy * wy + wz * wz;
      const bool is_behind = (along < 0) & (way2 > radius2);
      const bool is_off = !(way2 * length2 - along * along <= (radius2 + 1e-6f * way2) * length2);
      meets_[i] = is_behind | is_off ? 0 : 1;
    }
  }

  void open(const BallTree::Node& node, const Lanes& lanes) {
    if (!beam_.meets(node.centre, node.radius)) return;
    if (is_parallel_ && !bar_.meets(node)) return;
    if (lanes.count > 4 && beam_.radius_at(node.centre) < 2 * node.radius) return go_on(node, lanes);
    Lanes own;
    own.count = 0;
    if (lanes.count >= 16) {
      // All side by side cost less than each by its number.
      find_meeting(node);
      for (int i = 0; i < lanes.count; ++i)
        if (meets_[lanes.at[i]] && !points_.is_dark[lanes.at[i]]) own.at[own.count++] = lanes.at[i];
      if (own.count > 0) go_on(node, own);
      return;
    }
    for (int i = 0; i < lanes.count; ++i)
      if (!points_.is_dark[lanes.at[i]] && meets(lanes.at[i], node)) own.at[own.count++] = lanes.at[i];
    if (own.count > 0) go_on(node, own);
  }

  void go_on(const BallTree::Node& node, const Lanes& lanes) {
    if (node.count == 0) {
      open(tree_->nodes()[node.first], lanes);
      open(tree_->nodes()[node.first + 1], lanes);
      return;
    }
    Test test;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      if (find_test(tree_->corners(i), test)) darken(test, lanes);
  }

  bool find_test(const BallTree::Corners& corners, Test& test) const {
    if (is_parallel_) {
      ParallelShadow shadow;
      if (!shadow.find(corners, source_)) return false;
      for (std::size_t i = 0; i < 3; ++i)
        if (bar_.most_of(shadow.m[i], shadow.c[i]) < 0) return false;  // all points lie beyond this edge
      test = {shadow.m, {shadow.c[0], shadow.c[1], shadow.c[2], shadow.behind(room_, depth_)}};
      return true;
    }
    const Eigen::Vector3f normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    const Eigen::Vector3f ways[3] = {corners[0] - source_, corners[1] - source_, corners[2] - source_};
    const float away = normal.dot(ways[0]);
    if (away == 0) return false;
    const float sign = away > 0 ? 1.0f : -1.0f;
    for (std::size_t i = 0; i < 3; ++i) {
      test.m[i] = sign * ways[i].cross(ways[(i + 1) % 3]);
      test.c[i] = -test.m[i].dot(source_);
    }
    // Behind by `room` along the ray, which is about as long as the tube.
    test.m[3] = sign * normal;
    test.c[3] =
        -test.m[3].dot(source_) - std::abs(away) * (1 + room_ / std::max(beam_.to, room_)) - depth_ * normal.norm();
    return true;
  }

  void darken(const Test& test, const Lanes& lanes) {
    const auto value = [&](std::size_t i, int lane) {
      return test.m[i].x() * x_[lane] + test.m[i].y() * y_[lane] + test.m[i].z() * z_[lane] + test.c[i];
    };
    std::int32_t* dark = points_.is_dark.data();
    if (lanes.count * 2 < points_.count) {
      for (int i = 0; i < lanes.count; ++i) {
        const int lane = lanes.at[i];
        if (value(0, lane) >= 0 && value(1, lane) >= 0 && value(2, lane) >= 0 && value(3, lane) > 0) dark[lane] = -1;
      }
      return;
    }
    // More than asked for, side by side: what is dark is dark.
    const float ax = test.m[0].x(), ay = test.m[0].y(), az = test.m[0].z(), ac = test.c[0];
    const float bx = test.m[1].x(), by = test.m[1].y(), bz = test.m[1].z(), bc = test.c[1];
    const float cx = test.m[2].x(), cy = test.m[2].y(), cz = test.m[2].z(), cc = test.c[2];
    const float dx = test.m[3].x(), dy = test.m[3].y(), dz = test.m[3].z(), dc = test.c[3];
    const int count = points_.count;
    std::int32_t* const __restrict is_dark = dark;
    for (int lane = 0; lane < count; ++lane) {
      const float x = x_[lane], y = y_[lane], z = z_[lane];
      const bool hit = (ax * x + ay * y + az * z + ac >= 0) & (bx * x + by * y + bz * z + bc >= 0) &
                       (cx * x + cy * y + cz * z + cc >= 0) & (dx * x + dy * y + dz * z + dc > 0);
      is_dark[lane] |= hit ? -1 : 0;
    }
  }

  LitPoints& points_;
  const BallTree* tree_ = nullptr;
  Beam beam_;
  Bar bar_;  // of parallel rays
  bool is_parallel_ = false;
  Eigen::Vector3f source_;  // the light, or the way to it
  float room_, depth_;
  alignas(32) float x_[LitPoints::most], y_[LitPoints::most], z_[LitPoints::most];
  std::int32_t meets_[LitPoints::most];
};

// Some of the points, in the frame of a body.
class GridShadow {
 public:
  void add(int lane) { lanes_[std::size_t(count_++)] = std::uint8_t(lane); }
  bool is_empty() const { return count_ == 0; }

  void cast(const LightGrid& grid, const Eigen::Matrix3f& turn, const Eigen::Vector3f& shift, float farthest,
            LitPoints& points) {
    const Eigen::Matrix3f back = turn.transpose();
    for (int i = 0; i < count_; ++i) {
      const std::size_t k = lanes_[std::size_t(i)];
      x_[i] = points.x[k];
      y_[i] = points.y[k];
      z_[i] = points.z[k];
    }
    for (int i = 0; i < count_; ++i) {
      const float px = x_[i] - shift.x(), py = y_[i] - shift.y(), pz = z_[i] - shift.z();
      x_[i] = back(0, 0) * px + back(0, 1) * py + back(0, 2) * pz;
      y_[i] = back(1, 0) * px + back(1, 1) * py + back(1, 2) * pz;
      z_[i] = back(2, 0) * px + back(2, 1) * py + back(2, 2) * pz;
    }
    const float room = room_along(farthest), depth = room_across(farthest);
    for (int i = 0; i < count_; ++i) {
      const LightGrid::Spot spot = grid.find(x_[i], y_[i], z_[i]);
      if (spot.cell != LightGrid::none && is_dark(grid, spot, i, room, depth))
        points.is_dark[lanes_[std::size_t(i)]] = -1;
    }
  }

 private:
  bool is_dark(const LightGrid& grid, const LightGrid::Spot& spot, int lane, float room, float depth) const {
    ParallelShadow own;
    for (const LightGrid::Entry& entry : grid.entries_in(spot.cell)) {
      if (!entry.may_hold(spot)) continue;
      const ParallelShadow* found = grid.shadow(entry.number, own);
      if (!found) continue;
      const ParallelShadow& shadow = *found;
      const auto value = [&](std::size_t i, float c) {
        const Eigen::Vector3f& m = shadow.m[i];
        return m.x() * x_[lane] + m.y() * y_[lane] + m.z() * z_[lane] + c;
      };
      if (value(3, shadow.behind(room, depth)) > 0 && value(0, shadow.c[0]) >= 0 && value(1, shadow.c[1]) >= 0 &&
          value(2, shadow.c[2]) >= 0)
        return true;
    }
    return false;
  }

  int count_ = 0;
  std::array<std::uint8_t, LitPoints::most> lanes_;
  alignas(32) float x_[LitPoints::most], y_[LitPoints::most], z_[LitPoints::most];
};

// Its first direction is the one in which the points lie farthest from their middle. Points that are dark already stand
// in the middle here.
Bar bar_around(const LitPoints& points, const Eigen::Vector3f& axis, const Eigen::Vector3f& middle) {
  const Eigen::Vector3f e = axis.unitOrthogonal(), f = axis.cross(e);
  const auto count = std::size_t(points.count);
  std::array<float, LitPoints::most> across, up, far2;  // from the middle
  for (std::size_t k = 0; k < count; ++k) {
    const float x = points.x[k] - middle.x(), y = points.y[k] - middle.y(), z = points.z[k] - middle.z();
    const float weight = points.is_dark[k] ? 0.0f : 1.0f;
    across[k] = weight * (e.x() * x + e.y() * y + e.z() * z);
    up[k] = weight * (f.x() * x + f.y() * y + f.z() * z);
    far2[k] = across[k] * across[k] + up[k] * up[k];
  }
  std::size_t farthest = 0;
  for (std::size_t k = 1; k < count; ++k)
    if (far2[k] > far2[farthest]) farthest = k;
  const float length = std::sqrt(far2[farthest]);
  const float c = length > 0 ? across[farthest] / length : 1, s = length > 0 ? up[farthest] / length : 0;
  float low_u = 0, high_u = 0, low_v = 0, high_v = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const float along_u = c * across[k] + s * up[k], along_v = c * up[k] - s * across[k];
    low_u = along_u < low_u ? along_u : low_u;
    high_u = along_u > high_u ? along_u : high_u;
    low_v = along_v < low_v ? along_v : low_v;
    high_v = along_v > high_v ? along_v : high_v;
  }
  Bar bar;
  bar.u = c * e + s * f;
  bar.v = c * f - s * e;
  bar.half_u = (high_u - low_u) / 2;
  bar.half_v = (high_v - low_v) / 2;
  bar.at_u = middle.dot(bar.u) + (low_u + high_u) / 2;
  bar.at_v = middle.dot(bar.v) + (low_v + high_v) / 2;
  return bar;
}

}  // namespace

// That holds the rays of all points that are not dark.
struct ShadowCaster::Tube {
  Beam beam;
  Bar bar;
  bool is_parallel;
  Eigen::Vector3f light_place;  // or the way to it
};

ShadowCaster::ShadowCaster(const RenderScene& scene, const Vector3d& eye) : scene_(scene), eye_(eye) {
  for (const RenderBody& body : scene.bodies()) {
    if (!body.throws_shadows) continue;
    const Eigen::Matrix3f turn = body.pose.rotation.cast<float>();
    const Eigen::Vector3f shift = (body.pose.position - eye).cast<float>();
    placed_.push_back({&body, turn, shift, turn * body.centre + shift});
  }
  for (const RenderLight& light : scene.lights())
    if (light.side >= 0) rays_.push_back(rays_of(light));
}

ShadowCaster::Rays ShadowCaster::rays_of(const RenderLight& light) const {
  Rays rays;
  rays.towards_light = -light.direction.cast<float>();
  rays.u = rays.towards_light.unitOrthogonal();
  rays.v = rays.towards_light.cross(rays.u);
  for (const Placed& placed : placed_) {
    const Eigen::Vector3f& centre = placed.centre;
    // Wider than rounding, there and of points.
    const float radius = placed.body->radius * 1.0001f + 1e-4f + 4e-6f * centre.lpNorm<1>();
    rays.balls.push_back({centre.dot(rays.u), centre.dot(rays.v), centre.dot(rays.towards_light), radius});
  }
  return rays;
}

void ShadowCaster::cast(const RenderLight& light, LitPoints& points) const {
  if (light.side >= 0) return cast_rays(light, points);
  const std::optional<Tube> tube = tube_around(light, points);
  if (!tube) return;
  for (const Placed& placed : placed_) cast_tree(placed, *tube, points);
}

// Of each body those points are asked whose rays meet the ball around it.
void ShadowCaster::cast_rays(const RenderLight& light, LitPoints& points) const {
  const Rays& rays = rays_[std::size_t(light.side)];
  const int count = points.count;
  alignas(32) float u[LitPoints::most], v[LitPoints::most], along[LitPoints::most];
  const Eigen::Vector3f &e = rays.u, &f = rays.v, &s = rays.towards_light;
  for (int i = 0; i < count; ++i) {
    const auto k = std::size_t(i);
    const float x = points.x[k], y = points.y[k], z = points.z[k];
    u[i] = e.x() * x + e.y() * y + e.z() * z;
    v[i] = f.x() * x + f.y() * y + f.z() * z;
    along[i] = s.x() * x + s.y() * y + s.z() * z;
  }
  constexpr float infinite = std::numeric_limits<float>::infinity();
  float low_u = infinite, high_u = -infinite, low_v = infinite, high_v = -infinite, least = infinite;
  int waiting = 0;
  for (int i = 0; i < count; ++i) {
    if (points.is_dark[std::size_t(i)]) continue;
    low_u = std::min(low_u, u[i]);
    high_u = std::max(high_u, u[i]);
    low_v = std::min(low_v, v[i]);
    high_v = std::max(high_v, v[i]);
    least = std::min(least, along[i]);
    ++waiting;
  }
  if (waiting == 0) return;
  const float farthest = farthest_of(points);
  std::optional<Tube> tube;
  for (std::size_t b = 0; b < placed_.size(); ++b) {
    const Rays::Ball& ball = rays.balls[b];
    if (ball.u + ball.radius < low_u || ball.u - ball.radius > high_u || ball.v + ball.radius < low_v ||
        ball.v - ball.radius > high_v || ball.along + ball.radius < least)
      continue;
    alignas(32) std::int32_t meets[LitPoints::most];
    const float from_u = ball.u - ball.radius, to_u = ball.u + ball.radius, from_v = ball.v - ball.radius,
                to_v = ball.v + ball.radius, to_along = ball.along + ball.radius;
    for (int i = 0; i < count; ++i)
      meets[i] = (u[i] >= from_u) & (u[i] <= to_u) & (v[i] >= from_v) & (v[i] <= to_v) & (along[i] <= to_along) &
                 (points.is_dark[std::size_t(i)] == 0);
    GridShadow shadow;
    for (int i = 0; i < count; ++i)
      if (meets[i]) shadow.add(i);
    if (shadow.is_empty()) continue;
    const Placed& placed = placed_[b];
    const RenderBody& body = *placed.body;
    const LightGrid* grid = scene_.shadow_grid(body, light, waiting);
    if (grid && grid->room() > 2 * room_in_body(placed.shift.norm() + farthest + body.radius))
      shadow.cast(*grid, placed.turn, placed.shift, farthest, points);
    else if (tube || (tube = tube_around(light, points)))
      cast_tree(placed, *tube, points);
  }
}

// Nothing where all are dark.
std::optional<ShadowCaster::Tube> ShadowCaster::tube_around(const RenderLight& light, const LitPoints& points) const {
  Eigen::Vector3f middle = Eigen::Vector3f::Zero();
  int waiting = 0;
  const auto at = [&](int i) {
    const auto k = std::size_t(i);
    return Eigen::Vector3f(points.x[k], points.y[k], points.z[k]);
  };
  for (int i = 0; i < points.count; ++i) {
    if (points.is_dark[std::size_t(i)]) continue;
    middle += at(i);
    ++waiting;
  }
  if (waiting == 0) return std::nullopt;
  middle /= float(waiting);
  const bool is_parallel = light.kind == RenderLight::Kind::Directional;
  const Eigen::Vector3f place = is_parallel ? Eigen::Vector3f(-light.direction.cast<float>())
                                            : Eigen::Vector3f((light.position - eye_).cast<float>());
  Tube tube{{}, {}, is_parallel, place};
  Beam& beam = tube.beam;
  float radius2 = 0;
  if (is_parallel) {
    beam.origin = middle;
    beam.axis = place;
    beam.to = std::numeric_limits<float>::infinity();
    beam.from = beam.to;
    for (int i = 0; i < points.count; ++i) {
      if (points.is_dark[std::size_t(i)]) continue;
      const Eigen::Vector3f way = at(i) - middle;
      const float along = way.dot(beam.axis);
      radius2 = std::max(radius2, way.squaredNorm() - along * along);
      beam.from = std::min(beam.from, along);
    }
    beam.radius = std::sqrt(std::max(radius2, 0.0f)) * 1.0001f + 1e-5f;
    tube.bar = bar_around(points, beam.axis, middle);
  } else {
    // From the light to the points.
    beam.origin = place;
    beam.axis = (middle - place).normalized();
    if (!beam.axis.allFinite()) return std::nullopt;
    float least = 1, farthest = 0;
    for (int i = 0; i < points.count; ++i) {
      if (points.is_dark[std::size_t(i)]) continue;
      const Eigen::Vector3f way = at(i) - place;
      const float length = way.norm();
      if (length > 0) least = std::min(least, way.dot(beam.axis) / length);
      farthest = std::max(farthest, length);
    }
    if (least > 0.1f) {
      least = std::max(least - 1e-5f, 0.05f);
      beam.slope = std::sqrt(1 - least * least) / least;
      beam.widening = 1 / least;
    } else {
      beam.radius = 1e18f;
      beam.from = -farthest;
    }
    beam.to = farthest;
  }
  return tube;
}

void ShadowCaster::cast_tree(const Placed& placed, const Tube& tube, LitPoints& points) const {
  if (!tube.beam.meets(placed.centre, placed.body->radius)) return;
  BodyShadow(placed.turn, placed.shift, farthest_of(points), points)
      .cast(scene_.shadow_tree(*placed.body), *placed.body, placed.turn, placed.shift, tube.beam,
            tube.is_parallel ? &tube.bar : nullptr, tube.light_place);
}

}  // namespace lightsout
