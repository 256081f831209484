// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/brake.h"

#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/state/state.h"

namespace lightsout {

void Brake::tell(lo_brake_state& wire) {
  wire.linear = joint()->axes()[axis()].linear;
  wire.motor_tag = tag_beside(LO_DEVICE_MOTOR);
  wire.position_sensor_tag = tag_beside(LO_DEVICE_POSITION_SENSOR);
}

void Brake::take(lo_brake_state& wire, const Clock&) {
  if (!std::exchange(wire.changed, 0)) return;
  if (wire.damping_constant >= 0) set_damping_constant(wire.damping_constant);  // false for NaN
}

// What a firmer brake held may move now.
void Brake::set_damping_constant(double constant) {
  damping_constant_ = constant;
  if (Solid* moved = joint()->end_point() ? joint()->end_point() : joint()->parent())
    Surroundings::wake(moved->moved_by());
}

void Brake::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("damping constant", damping_constant_);
}

std::unique_ptr<Device> make_brake(const DeviceSetup& setup) { return std::make_unique<Brake>(setup); }

}  // namespace lightsout
