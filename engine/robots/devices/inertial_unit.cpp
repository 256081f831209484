// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// InertialUnit: the sensor's orientation in the world as a quaternion. Noise is an angle about each of the sensor's
// axes, of deviation noise pi. The library makes roll, pitch and yaw of the quaternion.
#include "controllers/wire/inertial_unit.h"

#include <numbers>
#include <optional>

#include "engine/robots/components/lookup_table.h"
#include "engine/robots/exchange/release.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

class InertialUnit final : public Sampled<lo_inertial_unit_state, LO_DEVICE_INERTIAL_UNIT> {
 public:
  explicit InertialUnit(const DeviceSetup& setup) : Wired(setup), noise_source_(setup.surroundings.seed(), path()) {
    read_fields();
    const WorldAxes& axes = setup.surroundings.axes();
    Matrix3d frame;
    frame << axes.north, axes.up, axes.north.cross(axes.up);
    if (Release(setup.surroundings.world()).units_go_by_north_and_up() && !frame.isIdentity(0)) reference_ = frame;
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_source_.visit_state(state);
  }

 private:
  void read_fields() {
    noise_ = node().get<double>("noise");
    resolution_ = node().get<double>("resolution");
  }

  bool follow(FieldIndex field) override {
    read_fields();
    return is_own_field(field);
  }

  void tell(lo_inertial_unit_state& wire) override {
    const World& world = surroundings().world();
    const std::string& system = world.world_info().get<std::string>("coordinateSystem");
    const bool by_reference = Release(world).units_go_by_north_and_up();
    wire.coordinate_system = system == "NUE" || by_reference ? LO_WORLD_NUE
                             : system == "EUN"               ? LO_WORLD_EUN
                                                             : LO_WORLD_ENU;
    wire.noise = noise_;
    wire.measured =
        (node().get<bool>("xAxis") ? LO_MEASURES_ROLL : 0) | (node().get<bool>("zAxis") ? LO_MEASURES_PITCH : 0) |
        (node().get<bool>("yAxis") ? LO_MEASURES_YAW : 0) | (Release(world).yaw_is_opposite() ? LO_YAW_IS_OPPOSITE : 0);
  }

  void measure(const Clock&) override {
    Quaterniond orientation(reference_ ? Matrix3d(reference_->transpose() * pose().rotation) : pose().rotation);
    if (noise_ > 0) {
      const double deviation = noise_ * std::numbers::pi;
      for (int axis = 0; axis < 3; ++axis)
        orientation =
            orientation * Quaterniond(Eigen::AngleAxisd(deviation * noise_source_.gaussian(), Vector3d::Unit(axis)));
    }
    double* values = sensor()->values;
    for (int i = 0; i < 4; ++i) values[i] = quantize(orientation.coeffs()[i], resolution_);  // x, y, z, w
  }

  // Columns: the axes against which it measures, x, y and z of a world whose y is up, in those of the world.
  std::optional<Matrix3d> reference_;  // those of the world themselves
  double noise_ = 0, resolution_ = -1;
  Noise noise_source_;
};

}  // namespace

std::unique_ptr<Device> make_inertial_unit(const DeviceSetup& setup) { return std::make_unique<InertialUnit>(setup); }

}  // namespace lightsout
