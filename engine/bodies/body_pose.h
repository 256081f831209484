// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where a body stands, in ODE's own numbers: its setters normalise, which may change the last bit.
#pragma once

#include <ode/ode.h>

#include "engine/state/pose.h"

namespace lightsout {

class StateVisitor;

class BodyPose {
 public:
  BodyPose() = default;
  explicit BodyPose(dBodyID body);
  // The body stands there, to the bit; its geoms follow.
  void put(dBodyID body) const;
  // world_from_body
  Pose pose() const;
  void visit_state(StateVisitor& state);

 private:
  dReal position_[3]{};
  dReal orientation_[4]{1, 0, 0, 0};
  dReal rotation_[12]{};
};

}  // namespace lightsout
