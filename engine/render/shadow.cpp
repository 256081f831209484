// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/shadow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsout {
namespace {

float farthest_of(const LitPoints& points) {
  float farthest = 0;
  for (int i = 0; i < points.count; ++i)
    farthest = std::max({farthest, std::abs(points.x[std::size_t(i)]), std::abs(points.y[std::size_t(i)]),
                         std::abs(points.z[std::size_t(i)])});
  return farthest;
}

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
    const float room = 1e-5f + 4e-6f * scale;
    bar.half_u += room;
    bar.half_v += room;
    return bar;
  }
};

// The shadow of one body, in its frame. All points go down its tree together where the tube that holds their rays is
// thinner than what is in the tree; where it is not, those go on whose rays meet the ball of a node.
class BodyShadow {
 public:
  BodyShadow(const RenderBody& body, const BallTree& tree, const Eigen::Matrix3f& turn, const Eigen::Vector3f& shift,
             const Beam& beam, const Bar& bar, bool is_parallel, const Eigen::Vector3f& light_place, LitPoints& points)
      : tree_(tree), beam_(beam), is_parallel_(is_parallel), points_(points) {
    const Eigen::Matrix3f back = turn.transpose();
    beam_.axis = back * beam.axis;
    beam_.origin = back * (beam.origin - shift);
    source_ = is_parallel ? Eigen::Vector3f(back * light_place) : Eigen::Vector3f(back * (light_place - shift));
    if (is_parallel) bar_ = bar.in_body(back, shift, shift.norm() + beam.origin.norm() + body.radius);
    const float farthest = farthest_of(points);
    room_ = 1e-4f + 4e-6f * farthest;
    depth_ = 1e-6f + 2e-6f * farthest;
    for (int i = 0; i < points.count; ++i) {
      const auto k = std::size_t(i);
      const float px = points.x[k] - shift.x(), py = points.y[k] - shift.y(), pz = points.z[k] - shift.z();
      x_[i] = back(0, 0) * px + back(0, 1) * py + back(0, 2) * pz;
      y_[i] = back(1, 0) * px + back(1, 1) * py + back(1, 2) * pz;
      z_[i] = back(2, 0) * px + back(2, 1) * py + back(2, 2) * pz;
    }
  }

  void cast() {
    Lanes all;
    all.count = 0;
    for (int i = 0; i < points_.count; ++i)
      if (!points_.is_dark[std::size_t(i)]) all.at[all.count++] = std::uint8_t(i);
    if (!tree_.nodes().empty()) open(tree_.nodes()[0], all);
  }

 private:
  struct Lanes {
    int count;
    std::uint8_t at[LitPoints::most];
  };
  // A point p is dark if four functions m p + c of it are positive: that it is at the inner side of the three planes
  // through the light and the triangle's edges, and behind the triangle.
  struct Test {
    Eigen::Vector3f m[4];
    float c[4];
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
      open(tree_.nodes()[node.first], lanes);
      open(tree_.nodes()[node.first + 1], lanes);
      return;
    }
    Test test;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      if (find_test(tree_.corners(i), test)) darken(test, lanes);
  }

  bool find_test(const BallTree::Corners& corners, Test& test) const {
    const Eigen::Vector3f normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    if (is_parallel_) {
      const float facing = normal.dot(source_);
      if (!(std::abs(facing) > 1e-6f * normal.lpNorm<1>())) return false;
      const float sign = facing > 0 ? 1.0f : -1.0f;
      for (int i = 0; i < 3; ++i) {
        const Eigen::Vector3f &from = corners[std::size_t(i)], &to = corners[std::size_t((i + 1) % 3)];
        test.m[i] = sign * source_.cross(to - from);
        test.c[i] = -test.m[i].dot(from) + 1e-6f * test.m[i].lpNorm<1>() * from.lpNorm<1>();
        if (bar_.most_of(test.m[i], test.c[i]) < 0) return false;  // all points lie beyond this edge
      }
      test.m[3] = -sign * normal;
      test.c[3] = sign * normal.dot(corners[0]) - room_ * std::abs(facing) - depth_ * normal.norm();
      return true;
    }
    const Eigen::Vector3f ways[3] = {corners[0] - source_, corners[1] - source_, corners[2] - source_};
    const float away = normal.dot(ways[0]);
    if (away == 0) return false;
    const float sign = away > 0 ? 1.0f : -1.0f;
    for (int i = 0; i < 3; ++i) {
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
    const auto value = [&](int i, int lane) {
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

  const BallTree& tree_;
  Beam beam_;
  Bar bar_;  // of parallel rays
  bool is_parallel_;
  LitPoints& points_;
  Eigen::Vector3f source_;  // the light, or the way to it
  // m, along the ray and behind the surface: what is so near to a point is the surface that it is on. The second is for
  // rays that graze it, of whose length rounding takes more than the first.
  float room_, depth_;
  alignas(32) float x_[LitPoints::most], y_[LitPoints::most], z_[LitPoints::most];
  std::int32_t meets_[LitPoints::most];
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

ShadowCaster::ShadowCaster(const RenderScene& scene, const Vector3d& eye) : scene_(scene), eye_(eye) {
  for (const RenderBody& body : scene.bodies()) {
    if (!body.throws_shadows) continue;
    const Eigen::Matrix3f turn = body.pose.rotation.cast<float>();
    const Eigen::Vector3f shift = (body.pose.position - eye).cast<float>();
    placed_.push_back({&body, turn, shift, turn * body.centre + shift});
  }
}

void ShadowCaster::cast(const RenderLight& light, LitPoints& points) const {
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
  if (waiting == 0) return;
  middle /= float(waiting);
  const bool is_parallel = light.kind == RenderLight::Kind::Directional;
  const Eigen::Vector3f place = is_parallel ? Eigen::Vector3f(-light.direction.cast<float>())
                                            : Eigen::Vector3f((light.position - eye_).cast<float>());
  Beam beam;
  Bar bar;
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
    bar = bar_around(points, beam.axis, middle);
  } else {
    // From the light to the points.
    beam.origin = place;
    beam.axis = (middle - place).normalized();
    if (!beam.axis.allFinite()) return;
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
  for (const Placed& placed : placed_)
    if (beam.meets(placed.centre, placed.body->radius))
      BodyShadow(*placed.body, scene_.shadow_tree(*placed.body), placed.turn, placed.shift, beam, bar, is_parallel,
                 place, points)
          .cast();
}

}  // namespace lightsout
