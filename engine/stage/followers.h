// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The shapes of a stage that no body carries, and that move: a step leaves them behind, and they follow their solids
// when somebody looks at their geoms.
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <span>
#include <vector>

#include "engine/state/pose.h"

namespace lightsout {

struct Shape;
class Solid;

class Followers {
 public:
  struct Follower {
    const Solid* solid;
    const Shape* shape;
    dGeomID geom;  // the shape's
    Pose solid_from_geom;
    const dReal* pose;        // where ODE keeps it; nullptr: a plane has none
    std::uint64_t placed_at;  // as motion_
  };

  // The shapes of a solid. When all are there they are sorted.
  void add(const Solid& solid);
  void sort();
  // In the order of their solids.
  std::span<const Follower> all() const { return all_; }

  // Solids move: all are behind.
  void leave_behind() { ++motion_; }
  // To where its solid is, if it is behind; `number`: in all().
  void place(std::uint32_t number);
  // Those of a solid and of all below it; all.
  void place(const Solid& top);
  void place();

 private:
  std::vector<Follower> all_;
  std::uint64_t motion_ = 1;
};

}  // namespace lightsout
