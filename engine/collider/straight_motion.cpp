// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/collider/collider.h"

namespace lightsout {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

struct StraightMotion::State {
  struct Link {
    Matrix4d from;
    Vector3d way;
    Vector3d axis;  // in the link's frame, unit
    double angle;   // from 0 to pi
  };
  std::vector<Link> links;
};

StraightMotion::StraightMotion(Matrices from, Matrices to) : state_(std::make_unique<State>()) {
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    const Eigen::AngleAxisd turn(Matrix3d(from[i].topLeftCorner<3, 3>().transpose() * to[i].topLeftCorner<3, 3>()));
    const Vector3d way = to[i].topRightCorner<3, 1>() - from[i].topRightCorner<3, 1>();
    state_->links.push_back({from[i], way, turn.axis(), turn.angle()});
  }
}

StraightMotion::~StraightMotion() = default;

std::size_t StraightMotion::links() const { return state_->links.size(); }

void StraightMotion::place(double time, Matrix4d* matrices) const {
  for (const State::Link& link : state_->links) {
    Matrix4d& matrix = *matrices++;
    matrix = link.from;
    matrix.topRightCorner<3, 1>() += time * link.way;
    if (link.angle > 0)
      matrix.topLeftCorner<3, 3>() =
          link.from.topLeftCorner<3, 3>() * Eigen::AngleAxisd(time * link.angle, link.axis).toRotationMatrix();
  }
}

// A point moves by the way of its link's origin and by the turn around it, whose circle is as far from the axis as the
// point. What both links do alike cancels only where nothing turns.
double StraightMotion::speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const {
  const State::Link &a = state_->links[std::size_t(first)], &b = state_->links[std::size_t(second)];
  const auto turning = [](const State::Link& link, const LinkBall& ball) {
    if (link.angle == 0) return 0.0;  // of half-spaces too, whose radius is infinite
    return link.angle * (ball.centre.cross(link.axis).norm() + ball.radius);
  };
  return (a.way - b.way).norm() + turning(a, of_first) + turning(b, of_second);
}

}  // namespace lightsout
