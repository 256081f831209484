// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Accelerometer: what a mass on springs feels, in the sensor's frame: acceleration less gravity, so that at rest it
// reads +g upwards. The acceleration is the change of the velocity of the sensor's origin over the last period. What no
// body carries does not feel anything: NaN, as in the simulator whose worlds we read.
#include <limits>

#include "controllers/wire/sensor.h"
#include "engine/robots/three_axis.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class Accelerometer final : public Wired<lo_sensor_state, LO_DEVICE_ACCELEROMETER, ThreeAxisSensor> {
 public:
  using Wired::Wired;
  void end_period() override {
    ThreeAxisSensor::end_period();
    has_velocity_ = false;
  }
  void visit_state(StateVisitor& state) override {
    ThreeAxisSensor::visit_state(state);
    state.field("velocity", velocity_);
    state.field("has a velocity", has_velocity_);
  }

 private:
  void on_enable(const Clock&) override {
    velocity_ = linear_velocity();
    has_velocity_ = true;
    if (period_steps() > 0 && !has_body())
      log(LogLevel::Warning, "no solid with Physics carries it: its values stay NaN");
  }

  Vector3d measured(const Clock& clock) override {
    if (!has_body()) return Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
    const Vector3d now = linear_velocity();
    const Vector3d change = has_velocity_ ? Vector3d(now - velocity_) : Vector3d::Zero();
    const Vector3d acceleration = change / (double(period_steps()) * clock.dt());
    velocity_ = now;
    has_velocity_ = true;
    return acceleration - surroundings().gravity();
  }

  Vector3d velocity_ = Vector3d::Zero();  // at the last sample, world axes
  bool has_velocity_ = false;             // not after a reset: its first sample knows no change
};

}  // namespace

std::unique_ptr<Device> make_accelerometer(const DeviceSetup& setup) { return std::make_unique<Accelerometer>(setup); }

}  // namespace lightsout
