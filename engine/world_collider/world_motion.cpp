// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/world_collider/world_motion.h"

#include <cmath>

#include "engine/joints/axis_joint.h"

namespace lightsout {

WorldCollider::Motion::Motion(const WorldCollider& world, std::span<const double> from, std::span<const double> to)
    : world_(world),
      from_(from.begin(), from.end()),
      to_(to.begin(), to.end()),
      frames_of_links_(world.scene()->links().size()),
      between_(from.size()) {
  for (std::size_t f = 0; f < world.frames_.size(); ++f)
    if (const int link = world.frames_[f].link; link >= 0) frames_of_links_[std::size_t(link)] = int(f);
}

void WorldCollider::Motion::place(double time, Eigen::Matrix4d* matrices) const {
  for (std::size_t i = 0; i < from_.size(); ++i) between_[i] = from_[i] + time * (to_[i] - from_[i]);
  world_.place(between_, {matrices, links()});
}

WorldCollider::Motion::Sweep WorldCollider::Motion::sweep(const Frame& frame, const LinkBall& ball) const {
  if (!frame.joint) return {{frame.in_parent * ball.centre, ball.radius}, 0};
  const AxisJoint& joint = *frame.joint;
  const auto axis = [&](const std::vector<double>& positions) {
    return std::span(positions).subspan(std::size_t(frame.first_axis), std::size_t(frame.axes));
  };
  const std::span<const double> from = axis(from_), to = axis(to_);
  double way = 0;  // of all axes together, rad or m
  for (std::size_t i = 0; i < from.size(); ++i) way += std::abs(to[i] - from[i]);
  // In the frame of the joint's parent.
  const Vector3d begin = joint.end_point_at(from) * ball.centre;
  Sweep result{{begin, ball.radius}, 0};
  if (way > 0 && world_.axes_[std::size_t(frame.first_axis)].linear) {
    const Vector3d end = joint.end_point_at(to) * ball.centre;
    result = {{(begin + end) / 2, ball.radius + way / 2}, way};
  } else if (way > 0) {
    // All axes go through the anchor. About one, a point stays as far from it as it is; about several, as far from the
    // anchor.
    const Vector3d arm = begin - joint.anchor(), &direction = joint.direction(0);
    const Vector3d along = from.size() == 1 ? Vector3d(direction * direction.dot(arm)) : Vector3d::Zero();
    const double reach = (arm - along).norm() + ball.radius;
    result = {{joint.anchor() + along, reach}, way * reach};
  }
  result.ball.centre = frame.in_parent * result.ball.centre;
  return result;
}

double WorldCollider::Motion::speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const {
  struct Climber {
    int frame;
    LinkBall ball;
  };
  Climber a{frames_of_links_[std::size_t(first)], of_first}, b{frames_of_links_[std::size_t(second)], of_second};
  double speed = 0;
  // A parent's number is the smaller one, and the world's is -1.
  while (a.frame != b.frame) {
    Climber& lower = a.frame > b.frame ? a : b;
    const Frame& frame = world_.frames_[std::size_t(lower.frame)];
    const Sweep swept = sweep(frame, lower.ball);
    speed += swept.speed;
    lower = {frame.parent, swept.ball};
  }
  return speed;
}

std::unique_ptr<LinkMotion> WorldCollider::motion(std::span<const double> from, std::span<const double> to) const {
  return std::make_unique<Motion>(*this, from, to);
}

}  // namespace lightsout
