// PositionSensor: the position of its joint's axis, with Gaussian noise (rad or m, absolute) and resolution.
#include "controllers/wire/position_sensor.h"

#include "engine/joints/joint.h"
#include "engine/robots/device.h"
#include "engine/robots/lookup_table.h"
#include "engine/robots/robot.h"
#include "engine/stage/stage.h"
#include "engine/state/noise.h"

namespace lightsout {

namespace {

class PositionSensor final : public SampledDevice {
 public:
  explicit PositionSensor(const DeviceSetup& setup) : SampledDevice(setup), noise_source_(setup.stage.seed(), path()) {
    read_fields();
  }

  lo_device_kind kind() const override { return LO_DEVICE_POSITION_SENSOR; }
  std::size_t state_size() const override { return sizeof(lo_position_sensor_state); }

  void configure(WireLayout& layout) override {
    SampledDevice::configure(layout);
    auto& wire = *state<lo_position_sensor_state>();
    wire.linear = joint() && joint()->axes()[axis()].linear;
    wire.motor_tag = tag_beside(LO_DEVICE_MOTOR);
    wire.brake_tag = tag_beside(LO_DEVICE_BRAKE);
  }

  bool apply(FieldIndex field) override {
    read_fields();
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
