// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Compass: the direction of north as a unit vector in the sensor's frame.
#include "controllers/wire/sensor.h"
#include "engine/robots/three_axis.h"
#include "engine/stage/world_axes.h"

namespace lightsout {

namespace {

class Compass final : public Wired<lo_sensor_state, LO_DEVICE_COMPASS, ThreeAxisSensor> {
 public:
  using Wired::Wired;

 private:
  Vector3d measured(const Clock&) override { return surroundings().axes().north; }
};

}  // namespace

std::unique_ptr<Device> make_compass(const DeviceSetup& setup) { return std::make_unique<Compass>(setup); }

}  // namespace lightsout
