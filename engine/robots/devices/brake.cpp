#include "engine/robots/devices/brake.h"

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

void Brake::configure(WireLayout&) {
  auto& s = *state<lo_brake_state>();
  s.linear = joint()->axes()[axis()].linear;
  s.motor_tag = tag_beside(LO_DEVICE_MOTOR);
  s.position_sensor_tag = tag_beside(LO_DEVICE_POSITION_SENSOR);
}

void Brake::read_commands(const Clock&) {
  auto& s = *state<lo_brake_state>();
  if (!s.changed) return;
  s.changed = 0;
  if (s.damping_constant >= 0) set_damping_constant(s.damping_constant);  // false for NaN
}

// What a firmer brake held may move now.
void Brake::set_damping_constant(double constant) {
  damping_constant_ = constant;
  if (Solid* moved = joint()->end_point() ? joint()->end_point() : joint()->parent()) Stage::wake(moved->moved_by());
}

void Brake::visit_state(StateVisitor& state) {
  state.node(path());
  state.field("damping constant", damping_constant_);
}

std::unique_ptr<Device> make_brake(const DeviceSetup& setup) { return std::make_unique<Brake>(setup); }

}  // namespace lightsout
