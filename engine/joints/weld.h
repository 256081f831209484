// A fixed joint that a device makes and breaks while the world runs: touch sensors, connectors and grippers hold on by
// it.
#pragma once

#include <ode/ode.h>

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

 private:
  class Displaced;
  Stage& stage_;
  dJointID joint_ = nullptr;
  dJointFeedback feedback_{};
  bool first_is_other_ = false;  // `solid` has no body: ODE's first body is the other's
};

}  // namespace lightsout
