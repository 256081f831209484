// Gyro: angular velocity of the body that carries the sensor, in the sensor's frame, rad/s. Nothing carried by no body
// turns.
#include "engine/device.h"
#include "engine/noise.h"
#include "engine/scene.h"
#include "engine/solid.h"
#include "engine/state.h"
#include "engine/three_axis.h"

namespace lightsout {

namespace {

class Gyro final : public SampledDevice {
 public:
  explicit Gyro(const DeviceSetup& setup)
      : SampledDevice(setup), output_(setup.node), noise_(setup.scene.seed(), path()) {}

  lo_device_kind kind() const override { return LO_DEVICE_GYRO; }
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
  }

 private:
  void measure(const Clock&) override {
    const Pose pose = solid()->pose();
    const Vector3d velocity = solid()->moved_by() ? solid()->angular_velocity() : Vector3d::Zero();
    output_.write(pose.rotation.transpose() * velocity, noise_, sensor()->values);
  }

  ThreeAxisOutput output_;
  Noise noise_;
};

}  // namespace

std::unique_ptr<Device> make_gyro(const DeviceSetup& setup) { return std::make_unique<Gyro>(setup); }

}  // namespace lightsout
