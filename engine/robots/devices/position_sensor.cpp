// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// PositionSensor: the position of its joint's axis, with Gaussian noise (rad or m, absolute) and resolution.
#include "controllers/wire/position_sensor.h"

#include "engine/joints/joint.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

class PositionSensor final : public Sampled<lo_position_sensor_state, LO_DEVICE_POSITION_SENSOR> {
 public:
  explicit PositionSensor(const DeviceSetup& setup) : Wired(setup), noise_source_(setup.surroundings.seed(), path()) {
    read_fields();
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_source_.visit_state(state);
  }

 private:
  void tell(lo_position_sensor_state& wire) override {
    wire.linear = joint() && joint()->axes()[axis()].linear;
    wire.motor_tag = tag_beside(LO_DEVICE_MOTOR);
    wire.brake_tag = tag_beside(LO_DEVICE_BRAKE);
  }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    noise_ = node().get<double>("noise");
    resolution_ = node().get<double>("resolution");
  }

  void measure(const Clock&) override {
    double position = joint() ? joint()->axes()[axis()].position : 0;
    if (noise_ > 0) position += noise_ * noise_source_.gaussian();
    sensor()->values[0] = quantize(position, resolution_);
  }

  double noise_ = 0;
  double resolution_ = -1;
  Noise noise_source_;
};

}  // namespace

std::unique_ptr<Device> make_position_sensor(const DeviceSetup& setup) {
  return std::make_unique<PositionSensor>(setup);
}

}  // namespace lightsout
