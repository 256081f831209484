// RangeFinder: sizes, angle and ranges of its node. It has no images.
#include "controllers/wire/range_finder.h"

#include "engine/robots/devices/unrendered.h"

namespace lightsout {

namespace {

class RangeFinder final : public Unrendered<lo_range_finder_state, LO_DEVICE_RANGE_FINDER> {
 public:
  using Unrendered::Unrendered;

 private:
  void tell(lo_range_finder_state& wire) override {
    wire.width = whole_number("width");
    wire.height = whole_number("height");
    wire.fov = number("fieldOfView");
    wire.min_range = number("minRange");
    wire.max_range = number("maxRange");
  }
};

}  // namespace

std::unique_ptr<Device> make_range_finder(const DeviceSetup& setup) { return std::make_unique<RangeFinder>(setup); }

}  // namespace lightsout
