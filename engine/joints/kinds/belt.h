// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The way of a Track's belt around its wheels, along which the links that are seen move.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Belt {
 public:
  // Of the TrackWheels among the track's children, in their order. Empty without wheels, and where two of them stand so
  // near that no belt goes around both.
  explicit Belt(const Node& track);
  bool is_empty() const { return !(length_ > 0); }
  double length() const { return length_; }  // m
  // track_from_link after a way of so many metres, any number, from where the belt leaves the first wheel: x along the
  // belt, z outwards.
  Pose at(double way) const;

 private:
  // A straight piece and the arc at its end, in the plane of the belt (x, z).
  struct Piece {
    Eigen::Vector2d from, along;
    double straight;                   // m
    Eigen::Vector2d centre, outwards;  // of the arc, and from it at its start
    double radius;                     // negative: of a wheel outside of the belt
    double angle;                      // rad; the way is radius angle
  };
  std::vector<Piece> pieces_;
  double length_ = 0;
};

}  // namespace lightsout
