// Compass: the direction of north as a unit vector in the sensor's frame.
#include "engine/robots/three_axis.h"
#include "engine/stage/stage.h"

namespace lightsout {

namespace {

class Compass final : public ThreeAxisSensor {
 public:
  using ThreeAxisSensor::ThreeAxisSensor;
  lo_device_kind kind() const override { return LO_DEVICE_COMPASS; }

 private:
  Vector3d measured(const Clock&) override { return stage().axes().north; }
};

}  // namespace

std::unique_ptr<Device> make_compass(const DeviceSetup& setup) { return std::make_unique<Compass>(setup); }

}  // namespace lightsout
