// Compass: the direction of north as a unit vector in the sensor's frame.
#include "engine/device.h"
#include "engine/noise.h"
#include "engine/scene.h"
#include "engine/solid.h"
#include "engine/state.h"
#include "engine/three_axis.h"

namespace lightsout {

namespace {

class Compass final : public SampledDevice {
 public:
  explicit Compass(const DeviceSetup& setup)
      : SampledDevice(setup), output_(setup.node), noise_(setup.scene.seed(), path()) {}

  lo_device_kind kind() const override { return LO_DEVICE_COMPASS; }
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
    output_.write(solid()->pose().rotation.transpose() * scene().axes().north, noise_, sensor()->values);
  }

  ThreeAxisOutput output_;
  Noise noise_;
};

}  // namespace

std::unique_ptr<Device> make_compass(const DeviceSetup& setup) { return std::make_unique<Compass>(setup); }

}  // namespace lightsout
