// Display: its size. What is drawn on it is not shown.
#include "controllers/wire/display.h"

#include "engine/robots/devices/unrendered.h"

namespace lightsout {

namespace {

class Display final : public Unrendered<lo_display_state, LO_DEVICE_DISPLAY> {
 public:
  using Unrendered::Unrendered;

 private:
  void tell(lo_display_state& wire) override {
    wire.width = whole_number("width");
    wire.height = whole_number("height");
  }
};

}  // namespace

std::unique_ptr<Device> make_display(const DeviceSetup& setup) { return std::make_unique<Display>(setup); }

}  // namespace lightsout
