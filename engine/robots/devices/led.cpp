// LED: its value becomes the emissive colour of the materials, and the colour and switch of the lights, in its first
// child.
//   gradual, no colours: 0xRRGGBB; gradual with a colour: 0 to 255 parts of it; else the number of a colour, from 1.
#include "controllers/wire/led.h"

#include <algorithm>
#include <utility>

#include "engine/robots/device.h"
#include "engine/robots/lamps.h"
#include "engine/robots/robot.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class Led final : public Device {
 public:
  explicit Led(const DeviceSetup& setup) : Device(setup), lamps_(setup.node) { show(); }

  lo_device_kind kind() const override { return LO_DEVICE_LED; }
  std::size_t state_size() const override { return sizeof(lo_led_state); }
  void configure(WireLayout&) override { state<lo_led_state>()->value = value_; }

  void read_commands(const Clock&) override {
    auto& wire = *state<lo_led_state>();
    if (!(wire.changed & LO_LED_VALUE)) return;
    wire.changed = 0;
    if (wire.value == value_ || robot().is_off()) return;
    value_ = wire.value;
    show();
  }

  void lose_power() override {
    value_ = 0;
    show();
  }

  bool apply(FieldIndex field) override {
    show();
    return is_own_field(field);
  }

  void reset() override {
    value_ = 0;
    show();
    retells_ = true;
  }

  bool senses() const override { return retells_; }
  void sense(const Clock&) override {
    if (auto* wire = state<lo_led_state>(); std::exchange(retells_, false) && wire) wire->value = value_;
  }

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    visitor.field("value", value_);
    if (visitor.is_loading()) show();
  }

 private:
  Color color() const {
    const MFColor& colors = node().get<MFColor>("color");
    if (node().get<bool>("gradual")) {
      if (colors.empty())
        return {((value_ >> 16) & 255) / 255.0, ((value_ >> 8) & 255) / 255.0, (value_ & 255) / 255.0};
      const double part = std::clamp(value_, 0, 255) / 255.0;
      return {part * colors[0].r, part * colors[0].g, part * colors[0].b};
    }
    return value_ >= 1 && value_ <= int(colors.size()) ? colors[std::size_t(value_) - 1] : Color{};
  }

  void show() {
    World& world = stage().world();
    const Color now = color();
    for (const Lamps::Lamp& lamp : lamps_.all()) {
      lamp.show(world, now);
      lamp.turn(world, value_ != 0);
    }
  }

  int value_ = 0;
  bool retells_ = false;  // the block has a value that was taken back
  Lamps lamps_;
};

}  // namespace

std::unique_ptr<Device> make_led(const DeviceSetup& setup) { return std::make_unique<Led>(setup); }

}  // namespace lightsout
