// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/bodies/body_pose.h"

#include <algorithm>

#include "engine/ode/ode_context.h"
#include "engine/state/state.h"

namespace lightsout {

BodyPose::BodyPose(dBodyID body) {
  std::copy_n(dBodyGetPosition(body), 3, position_);
  std::copy_n(dBodyGetQuaternion(body), 4, orientation_);
  std::copy_n(dBodyGetRotation(body), 12, rotation_);
}

// The pointers are those of the body's state; setting the position at the end tells its geoms that they moved.
void BodyPose::put(dBodyID body) const {
  std::copy_n(orientation_, 4, const_cast<dReal*>(dBodyGetQuaternion(body)));
  std::copy_n(rotation_, 12, const_cast<dReal*>(dBodyGetRotation(body)));
  dBodySetPosition(body, position_[0], position_[1], position_[2]);
}

Pose BodyPose::pose() const { return {vector_of(position_), matrix_of(rotation_)}; }

void BodyPose::visit_state(StateVisitor& state) {
  state.numbers("position", position_);
  state.numbers("orientation", orientation_);
  state.numbers("rotation", rotation_);
}

}  // namespace lightsout
