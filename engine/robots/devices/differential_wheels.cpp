// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/differential_wheels.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/state.h"

namespace lightsout {
namespace {

// A uniform factor between 1 - part and 1 + part.
double spread(double part, Noise& noise) { return part > 0 ? 1 - part + 2 * part * noise.uniform() : 1; }

}  // namespace

DifferentialWheels::DifferentialWheels(const DeviceSetup& setup)
    : Wired(setup, "differential wheels"),
      wheels_{Wheel(*this, Noise(setup.surroundings.seed(), path(), 0), Noise(setup.surroundings.seed(), path(), 1)),
              Wheel(*this, Noise(setup.surroundings.seed(), path(), 2), Noise(setup.surroundings.seed(), path(), 3))} {
  read_fields();
}

void DifferentialWheels::read_fields() {
  const auto number = [this](std::string_view field) { return node().get<double>(field); };
  max_acceleration_ = number("maxAcceleration");
  max_force_ = number("maxForce");
  speed_unit_ = number("speedUnit");
  slip_ = number("slipNoise");
  encoder_noise_ = number("encoderNoise");
  encoder_resolution_ = number("encoderResolution");
  consumption_ = number("motorConsumption");
}

void DifferentialWheels::connect(Diagnostics&) {
  for (const auto& solid : surroundings().solids()) {
    Joint* joint = solid->joint();
    if (!joint || joint->parent() != &surroundings().robot_solid() || !joint->node().is_a("Solid")) continue;
    Wheel& wheel = wheels_[joint->node().get<std::string>("name") == "left wheel" ? 0 : 1];
    wheel.joint = joint;
    wheel.counted_at = joint->axes()[0].position;
    joint->axes()[0].drive = &wheel;
  }
}

void DifferentialWheels::tell(lo_differential_wheels_state& wire) {
  wire.max_speed = node().get<double>("maxSpeed");
  wire.speed_unit = speed_unit_;
  if (wire.changed & LO_WHEELS_SPEED) return;
  // A speed that means what the wheel does stays as it was asked for.
  const auto speak = [this](double& speed, double command) {
    if (speed * speed_unit_ != command) speed = command / speed_unit_;
  };
  speak(wire.left_speed, wheels_[0].command);
  speak(wire.right_speed, wheels_[1].command);
}

bool DifferentialWheels::follow(FieldIndex field) {
  if (!is_own_field(field)) return false;
  const std::string& name = node().type().field(field).name;
  if (name == "name" || name == "axleLength" || name == "wheelRadius") return false;
  read_fields();
  return true;
}

void DifferentialWheels::take(lo_differential_wheels_state& wire, const Clock&) {
  const std::uint32_t changed = std::exchange(wire.changed, 0);
  if ((changed & LO_WHEELS_SPEED) && !std::isnan(wire.left_speed + wire.right_speed))
    set_speed(wire.left_speed, wire.right_speed);
  if ((changed & LO_WHEELS_ENCODERS) && !std::isnan(wire.left_encoder + wire.right_encoder)) {
    for (Wheel& wheel : wheels_) count(wheel);
    wheels_[0].encoder = wire.left_encoder;
    wheels_[1].encoder = wire.right_encoder;
    sensor()->values[0] = wire.left_encoder;
    sensor()->values[1] = wire.right_encoder;
  }
}

void DifferentialWheels::set_speed(double left, double right) {
  wheels_[0].command = left * speed_unit_;
  wheels_[1].command = right * speed_unit_;
  for (const Wheel& wheel : wheels_)
    if (wheel.joint) Surroundings::wake(wheel.joint->end_point()->moved_by());
}

// With bodies maxAcceleration does not count (manual).
MotorDrive DifferentialWheels::Wheel::drive(double, double) {
  owner_.count(*this);
  if (owner_.surroundings().is_off()) return {};
  velocity = command;
  speed = velocity == 0 ? 0 : velocity * spread(owner_.slip_, slip_noise);
  return {speed, owner_.max_force_, 0};
}

double DifferentialWheels::Wheel::move(double position, double dt) {
  owner_.count(*this);
  choose_speed(dt);
  return position + speed * dt;
}

void DifferentialWheels::Wheel::choose_speed(double dt) {
  const double change = owner_.max_acceleration_ * dt;
  velocity = owner_.surroundings().is_off() ? 0 : std::clamp(command, velocity - change, velocity + change);
  speed = velocity == 0 ? 0 : velocity * spread(owner_.slip_, slip_noise);
}

// Joints have acted, so wheels that have one know their speed.
void DifferentialWheels::act(double dt) {
  KinematicWheels* plane = surroundings().kinematic_wheels();
  if (!plane) return;
  for (Wheel& wheel : wheels_) {
    if (wheel.joint) continue;
    count(wheel);
    wheel.choose_speed(dt);
    wheel.way += wheel.speed * dt;
  }
  plane->set_speeds(wheels_[0].speed, wheels_[1].speed);
}

// Once for each step that turned the wheel, at the step's end if it is measured then, else before the next: the draws
// of noise do not depend on the sampling.
void DifferentialWheels::count(Wheel& wheel) {
  double turned = std::exchange(wheel.way, 0);
  if (wheel.joint) {
    const double position = wheel.joint->axes()[0].position;
    turned = position - std::exchange(wheel.counted_at, position);
  }
  if (turned == 0 || encoder_resolution_ == -1) return;
  // Against an obstacle the wheels of a robot without bodies do not slip: they stand (manual).
  const KinematicWheels* plane = surroundings().kinematic_wheels();
  if (plane && plane->is_bumped()) return;
  wheel.encoder += encoder_resolution_ * turned * spread(encoder_noise_, wheel.encoder_noise);
}

void DifferentialWheels::measure(const Clock&) {
  for (Wheel& wheel : wheels_) count(wheel);
  sensor()->values[0] = wheels_[0].encoder;
  sensor()->values[1] = wheels_[1].encoder;
}

double DifferentialWheels::power() const {
  return wheels_[0].command != 0 || wheels_[1].command != 0 ? consumption_ : 0;
}

void DifferentialWheels::visit_state(StateVisitor& state) {
  SampledDevice::visit_state(state);
  for (Wheel& wheel : wheels_) {
    state.field("command", wheel.command);
    state.field("velocity", wheel.velocity);
    state.field("speed", wheel.speed);
    state.field("way", wheel.way);
    state.field("encoder", wheel.encoder);
    state.field("counted at", wheel.counted_at);
    wheel.slip_noise.visit_state(state);
    wheel.encoder_noise.visit_state(state);
  }
}

std::unique_ptr<Device> make_differential_wheels(const DeviceSetup& setup) {
  return std::make_unique<DifferentialWheels>(setup);
}

}  // namespace lightsout
