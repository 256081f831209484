// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Altimeter: height of the sensor, m, with Gaussian noise of deviation `accuracy` and a resolution. The world's origin
// is as high as WorldInfo.gpsReference says.
#include "controllers/wire/sensor.h"
#include "engine/robots/components/lookup_table.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/world_axes.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

class Altimeter final : public Sampled<lo_sensor_state, LO_DEVICE_ALTIMETER> {
 public:
  explicit Altimeter(const DeviceSetup& setup) : Wired(setup), noise_(setup.surroundings.seed(), path()) {
    read_fields();
    const Node& info = setup.surroundings.world().world_info();
    const Vector3d reference = to_eigen(info.get<Vec3>("gpsReference"));
    // Latitude, longitude and altitude, or a place in the axes of the world.
    const bool is_geographic = info.get<std::string>("gpsCoordinateSystem") == "WGS84";
    origin_height_ = is_geographic ? reference.z() : reference.dot(surroundings().axes().up);
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_.visit_state(state);
  }

 private:
  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void read_fields() {
    accuracy_ = node().get<double>("accuracy");
    resolution_ = node().get<double>("resolution");
  }

  void measure(const Clock&) override {
    double height = origin_height_ + pose().position.dot(surroundings().axes().up);
    if (accuracy_ > 0) height += accuracy_ * noise_.gaussian();
    sensor()->values[0] = quantize(height, resolution_);
  }

  double accuracy_ = 0, resolution_ = -1;
  double origin_height_;  // m
  Noise noise_;
};

}  // namespace

std::unique_ptr<Device> make_altimeter(const DeviceSetup& setup) { return std::make_unique<Altimeter>(setup); }

}  // namespace lightsout
