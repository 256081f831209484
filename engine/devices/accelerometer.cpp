// Accelerometer: what a mass on springs feels, in the sensor's frame: acceleration less gravity, so that at rest it
// reads +g upwards. The acceleration is the change of the velocity of the sensor's origin over the last period; a
// sensor that no body carries feels gravity alone.
#include "engine/device.h"
#include "engine/noise.h"
#include "engine/scene.h"
#include "engine/solid.h"
#include "engine/state.h"
#include "engine/three_axis.h"

namespace lightsout {

namespace {

class Accelerometer final : public SampledDevice {
 public:
  explicit Accelerometer(const DeviceSetup& setup)
      : SampledDevice(setup), output_(setup.node), noise_(setup.scene.seed(), path()) {}

  lo_device_kind kind() const override { return LO_DEVICE_ACCELEROMETER; }
  std::size_t state_size() const override { return sizeof(lo_sensor_state); }
  std::size_t array_size() const override { return output_.table().numbers().size_bytes(); }
  void configure(WireLayout& layout) override {
    SampledDevice::configure(layout);
    sensor()->lookup_table = layout.rows(output_.table().numbers());
  }
  bool apply(FieldIndex field) override {
    output_ = ThreeAxisOutput(node());
    return is_own_field(field);
  }
  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    noise_.visit_state(state);
    state.field("velocity", velocity_);
  }

 private:
  void on_enable(const Clock&) override { velocity_ = velocity(); }

  Vector3d velocity() const { return solid()->moved_by() ? solid()->linear_velocity() : Vector3d::Zero(); }

  void measure(const Clock& clock) override {
    const Vector3d now = velocity();
    const Vector3d acceleration = (now - velocity_) / (double(period_steps()) * clock.dt());
    velocity_ = now;
    output_.write(solid()->pose().rotation.transpose() * (acceleration - scene().gravity()), noise_, sensor()->values);
  }

  ThreeAxisOutput output_;
  Noise noise_;
  Vector3d velocity_ = Vector3d::Zero();  // at the last sample, world axes
};

}  // namespace

std::unique_ptr<Device> make_accelerometer(const DeviceSetup& setup) { return std::make_unique<Accelerometer>(setup); }

}  // namespace lightsout
