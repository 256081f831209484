// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/joints/kinds/belt.h"

#include <cmath>
#include <numbers>

namespace lightsout {
namespace {

using Eigen::Vector2d;

struct Wheel {
  Vector2d centre;
  double radius;  // negative: outside of the belt
};

Vector2d left_of(const Vector2d& way) { return {-way.y(), way.x()}; }
Vector2d right_of(const Vector2d& way) { return {way.y(), -way.x()}; }

// From one unit vector to another clockwise, in [0, 2 pi).
double clockwise(const Vector2d& from, const Vector2d& to) {
  const double angle = std::atan2(from.y() * to.x() - from.x() * to.y(), from.dot(to));
  return angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

}  // namespace

// The belt runs clockwise, over the top along +x. It touches wheel i at c_i + s_i n, n being its outward side and s_i
// the radius, negative for a wheel outside. On the way from i to j it goes straight, (c_j - c_i) n = s_i - s_j, so that
// with the unit vector e from i to j and its left l: n = l cos a + e sin a, sin a = (s_i - s_j) / |c_j - c_i|.
Belt::Belt(const Node& track) {
  std::vector<Wheel> wheels;
  for (const NodePtr& child : track.nodes("children")) {
    if (child->type().name() != "TrackWheel") continue;
    const Vec2& place = child->get<Vec2>("position");
    const double radius = child->get<double>("radius");
    wheels.push_back({{place.x, place.y}, child->get<bool>("inner") ? radius : -radius});
  }
  const std::size_t count = wheels.size();
  if (count == 1) {
    const double radius = std::abs(wheels[0].radius);
    const Vector2d up(0, 1);
    pieces_.push_back({wheels[0].centre + radius * up, {1, 0}, 0, wheels[0].centre, up, radius, 2 * std::numbers::pi});
  } else {
    std::vector<Vector2d> outwards;  // of the straight piece behind each wheel
    for (std::size_t i = 0; i < count; ++i) {
      const Wheel &one = wheels[i], &next = wheels[(i + 1) % count];
      const Vector2d way = next.centre - one.centre;
      const double distance = way.norm(), sine = (one.radius - next.radius) / distance;
      if (!(std::abs(sine) < 1)) return;
      const Vector2d ahead = way / distance;
      outwards.push_back(left_of(ahead) * std::sqrt(1 - sine * sine) + ahead * sine);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t j = (i + 1) % count;
      const Wheel &one = wheels[i], &next = wheels[j];
      const Vector2d from = one.centre + one.radius * outwards[i], to = next.centre + next.radius * outwards[i];
      const double around = next.radius > 0 ? clockwise(outwards[i], outwards[j]) : clockwise(outwards[j], outwards[i]);
      pieces_.push_back(
          {from, right_of(outwards[i]), (to - from).norm(), next.centre, outwards[i], next.radius, around});
    }
  }
  for (const Piece& piece : pieces_) length_ += piece.straight + std::abs(piece.radius) * piece.angle;
  if (!std::isfinite(length_)) length_ = 0;
}

Pose Belt::at(double way) const {
  way -= std::floor(way / length_) * length_;
  Vector2d place = pieces_[0].from, outwards = pieces_[0].outwards;
  for (const Piece& piece : pieces_) {
    place = piece.from + std::min(way, piece.straight) * piece.along;
    outwards = piece.outwards;
    way -= piece.straight;
    if (way <= 0) break;
    const double size = std::abs(piece.radius), angle = std::min(way / size, piece.angle);
    const double turned = piece.radius > 0 ? -angle : angle, c = std::cos(turned), s = std::sin(turned);
    outwards =
        Vector2d(c * piece.outwards.x() - s * piece.outwards.y(), s * piece.outwards.x() + c * piece.outwards.y());
    place = piece.centre + piece.radius * outwards;
    way -= size * piece.angle;
    if (way <= 0) break;
  }
  const Vector2d along = right_of(outwards);
  Pose pose;
  pose.position = {place.x(), 0, place.y()};
  pose.rotation.col(0) = Vector3d(along.x(), 0, along.y());
  pose.rotation.col(1) = Vector3d::UnitY();
  pose.rotation.col(2) = Vector3d(outwards.x(), 0, outwards.y());
  return pose;
}

}  // namespace lightsout
