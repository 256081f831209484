// Radar: ranges and angles of its node. It has no targets.
#include "controllers/wire/radar.h"

#include "engine/devices/unrendered.h"

namespace lightsout {

namespace {

class Radar final : public Unrendered<lo_radar_state, LO_DEVICE_RADAR> {
 public:
  using Unrendered::Unrendered;

 private:
  void tell(lo_radar_state& wire) override {
    wire.min_range = number("minRange");
    wire.max_range = number("maxRange");
    wire.horizontal_fov = number("horizontalFieldOfView");
    wire.vertical_fov = number("verticalFieldOfView");
  }
};

}  // namespace

std::unique_ptr<Device> make_radar(const DeviceSetup& setup) { return std::make_unique<Radar>(setup); }

}  // namespace lightsout
