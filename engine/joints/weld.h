// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A fixed joint that a device makes and breaks while the world runs: touch sensors, connectors and grippers hold on by
// it, and robots that are pinned.
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstdint>

#include "engine/bodies/body_pose.h"
#include "engine/stage/weld_rank.h"
#include "engine/state/pose.h"

namespace lightsout {

class Stage;
class Solid;

class Weld {
 public:
  explicit Weld(Stage& stage) : stage_(stage) {}
  ~Weld() { release(); }
  Weld(const Weld&) = delete;
  Weld& operator=(const Weld&) = delete;

  // Holds `other` to `solid` as they stand, or, with `solid_from_other`, pulls them into that pose. A side that no body
  // carries (or nullptr) belongs to the environment. Both wake. False if neither side has a body, or both the same.
  bool attach(Solid& solid, Solid* other, const Pose* solid_from_other = nullptr);
  // Lets go and wakes both.
  void release();
  bool is_attached() const { return joint_ != nullptr; }
  // By the joint on the body of `solid` in the last step, N, world axes.
  Vector3d force_on_solid() const;
  // How it was made, and what it has felt last, not for hashes: all of it follows from the motion so far. Loaded, the
  // same joint is made again, to the bit, and nobody wakes. Where a solid has no such body any more there is no joint:
  // whoever holds on looks at is_attached().
  void visit_state(StateVisitor& state);
  // The same in a scene that has taken over.
  void go_on_from(Weld& before);

 private:
  // Of the joint: whose body it is, and how it stood when the joint was set.
  struct Side {
    std::uint32_t solid = 0;  // node id; 0: the environment
    BodyPose stood;
    Pose in_body;  // body_from_solid
  };
  class Displaced;
  void create(dBodyID body1, dBodyID body2);
  void set();
  void restore(const WeldRank& rank);
  Solid* body_of(const Side& side) const;
  Stage& stage_;
  dJointID joint_ = nullptr;
  dJointFeedback feedback_{};
  bool first_is_other_ = false;  // `solid` has no body: ODE's first body is the other's
  std::array<Side, 2> sides_;    // ODE's first and second body
};

}  // namespace lightsout
