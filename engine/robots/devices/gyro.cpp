// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Gyro: angular velocity of the body that carries the sensor, in the sensor's frame, rad/s. Nothing carried by no body
// turns.
#include "controllers/wire/sensor.h"
#include "engine/robots/three_axis.h"
#include "engine/state/log.h"

namespace lightsout {

namespace {

class Gyro final : public Wired<lo_sensor_state, LO_DEVICE_GYRO, ThreeAxisSensor> {
 public:
  using Wired::Wired;

 private:
  void on_enable(const Clock&) override {
    if (period_steps() > 0 && !has_body()) log(LogLevel::Warning, "no solid with Physics carries it: nothing turns it");
  }

  Vector3d measured(const Clock&) override { return has_body() ? angular_velocity() : Vector3d::Zero(); }
};

}  // namespace

std::unique_ptr<Device> make_gyro(const DeviceSetup& setup) { return std::make_unique<Gyro>(setup); }

}  // namespace lightsout
