// Lidar: numbers of points, angles, ranges and frequencies of its node, and the frequency that the controller sets. It
// measures nothing, and its head stands still.
#include "controllers/wire/lidar.h"

#include <algorithm>

#include "engine/robots/devices/unrendered.h"

namespace lightsout {

namespace {

class Lidar final : public Unrendered<lo_lidar_state, LO_DEVICE_LIDAR> {
 public:
  using Unrendered::Unrendered;

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    visit_number(visitor, node(), "defaultFrequency");
  }

 private:
  void tell(lo_lidar_state& wire) override {
    wire.horizontal_resolution = whole_number("horizontalResolution");
    wire.layers = whole_number("numberOfLayers");
    wire.fov = number("fieldOfView");
    wire.vertical_fov = number("verticalFieldOfView");
    wire.min_range = number("minRange");
    wire.max_range = number("maxRange");
    wire.min_frequency = number("minFrequency");
    wire.max_frequency = number("maxFrequency");
    if (!(wire.changed & LO_LIDAR_FREQUENCY))
      wire.frequency = std::min(std::max(number("defaultFrequency"), wire.min_frequency), wire.max_frequency);
  }

  void take(lo_lidar_state& wire, const Clock&) override {
    if (std::exchange(wire.changed, 0) & LO_LIDAR_FREQUENCY) keep("defaultFrequency", wire.frequency);
  }
};

}  // namespace

std::unique_ptr<Device> make_lidar(const DeviceSetup& setup) { return std::make_unique<Lidar>(setup); }

}  // namespace lightsout
