// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The links of a world on their way between two positions of its joints.
#pragma once

#include "engine/world_collider/world_collider.h"

namespace lightsout {

class WorldCollider::Motion final : public LinkMotion {
 public:
  Motion(const WorldCollider& world, std::span<const double> from, std::span<const double> to);

  std::size_t links() const override { return frames_of_links_.size(); }
  void place(double time, Eigen::Matrix4d* matrices) const override;
  // Along the joints between the two links: what moves both alike does not count.
  double speed(int first, const LinkBall& of_first, int second, const LinkBall& of_second) const override;

 private:
  // What a frame's joint does to a ball that moves with the frame.
  struct Sweep {
    LinkBall ball;  // around all places that it takes, in the frame above; in the world, where there is none
    double speed;   // a bound of its points' speed there, per unit of time
  };
  Sweep sweep(const Frame& frame, const LinkBall& ball) const;

  const WorldCollider& world_;
  const std::vector<double> from_, to_;
  std::vector<int> frames_of_links_;
  mutable std::vector<double> between_;  // scratch
};

}  // namespace lightsout
