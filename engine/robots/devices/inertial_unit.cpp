// InertialUnit: the sensor's orientation in the world as a quaternion. Noise is an angle about each of the sensor's
// axes, of deviation noise pi. The library makes roll, pitch and yaw of the quaternion.
#include "controllers/wire/inertial_unit.h"

#include <numbers>

#include "engine/bodies/solid.h"
#include "engine/robots/device.h"
#include "engine/robots/lookup_table.h"
#include "engine/robots/release.h"
#include "engine/stage/stage.h"
#include "engine/state/noise.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class InertialUnit final : public SampledDevice {
 public:
  explicit InertialUnit(const DeviceSetup& setup) : SampledDevice(setup), noise_source_(setup.stage.seed(), path()) {
    read_fields();
  }

  lo_device_kind kind() const override { return LO_DEVICE_INERTIAL_UNIT; }
  std::size_t state_size() const override { return sizeof(lo_inertial_unit_state); }
  void configure(WireLayout& layout) override {
    SampledDevice::configure(layout);
    show_fields();
  }
  // The world's axes may have been changed with the device's own fields or without.
  void retell() override {
    SampledDevice::retell();
    show_fields();
  }
  void tell_changes(const Device& before) override {
    SampledDevice::tell_changes(before);
    show_fields();
  }
  bool apply(FieldIndex field) override {
    read_fields();
    if (sensor()) show_fields();
    return is_own_field(field);
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

  void show_fields() {
    auto& wire = *state<lo_inertial_unit_state>();
    const std::string& system = stage().world().world_info().get<std::string>("coordinateSystem");
    wire.coordinate_system = system == "NUE" ? LO_WORLD_NUE : system == "EUN" ? LO_WORLD_EUN : LO_WORLD_ENU;
    wire.noise = noise_;
    wire.measured = (node().get<bool>("xAxis") ? LO_MEASURES_ROLL : 0) |
                    (node().get<bool>("zAxis") ? LO_MEASURES_PITCH : 0) |
                    (node().get<bool>("yAxis") ? LO_MEASURES_YAW : 0) |
                    (Release(stage().world()).yaw_is_opposite() ? LO_YAW_IS_OPPOSITE : 0);
  }

  void measure(const Clock&) override {
    Quaterniond orientation(solid()->pose().rotation);
    if (noise_ > 0) {
      const double deviation = noise_ * std::numbers::pi;
      for (int axis = 0; axis < 3; ++axis)
        orientation =
            orientation * Quaterniond(Eigen::AngleAxisd(deviation * noise_source_.gaussian(), Vector3d::Unit(axis)));
    }
    double* values = sensor()->values;
    for (int i = 0; i < 4; ++i) values[i] = quantize(orientation.coeffs()[i], resolution_);  // x, y, z, w
  }

  double noise_ = 0, resolution_ = -1;
  Noise noise_source_;
};

}  // namespace

std::unique_ptr<Device> make_inertial_unit(const DeviceSetup& setup) { return std::make_unique<InertialUnit>(setup); }

}  // namespace lightsout
