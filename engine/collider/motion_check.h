// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The first contact of links that move, by conservative advancement: two bodies that are d apart, and whose points come
// nearer by at most v per unit of time, do not meet before d / v (Mirtich, "Impulse-based dynamic simulation of rigid
// body systems", 1996; for articulated chains Schwarzer, Saha and Latombe, "Adaptive dynamic collision checking for
// robots", 2005).
//
// A step is (d + tolerance) / v. In it a point moves by at most d + tolerance as seen from the other body, of which the
// first d lead to its surface at best: no point gets deeper into the other body than the tolerance. So steps have a
// least length, and what ends without a touch was never deeper.
#pragma once

#include <functional>

#include "engine/collider/placed_bodies.h"

namespace lightsout {

// "" if it can be asked.
std::string what_is_wrong(const MotionRequest& request);

struct MotionCheck {
  using Placed = std::expected<void, std::string>;

  PlacedBodies& bodies;
  const std::vector<int>& links;  // in order of the motion's matrices
  std::vector<PlacedPair>& pairs;
  const LinkMotion& motion;
  const MotionRequest& request;
  const std::function<Placed(double time)>& place;  // all links

  // The error is that of `place`, or names links that turn without bound.
  Checked<void> run(MotionResult& result);

 private:
  Placed advance(PlacedPair& pair, double speed, MotionResult& result);
  // Between a time at which they were apart and one at which they touch.
  Placed narrow(PlacedPair& pair, double apart, double touching, MotionResult& result);
  std::expected<double, std::string> speed_of(const PlacedPair& pair) const;
};

}  // namespace lightsout
