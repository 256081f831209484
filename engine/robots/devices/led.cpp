// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// LED: its value becomes the emissive colour of the materials, and the colour and switch of the lights, in its first
// child.
//   gradual, no colours: 0xRRGGBB; gradual with a colour: 0 to 255 parts of it; else the number of a colour, from 1.
#include "controllers/wire/led.h"

#include <algorithm>
#include <utility>

#include "engine/robots/components/lamps.h"
#include "engine/robots/device.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

class Led final : public Wired<lo_led_state, LO_DEVICE_LED> {
 public:
  explicit Led(const DeviceSetup& setup) : Wired(setup), lamps_(setup.node) { show(); }

  void lose_power() override { reset(); }

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    visitor.field("value", value_);
    if (visitor.is_loading()) show();
  }

 private:
  // What wb_led_get answers is what the controller has set, whatever became of it.
  void tell(lo_led_state&) override {}

  void take(lo_led_state& wire, const Clock&) override {
    if (!(std::exchange(wire.changed, 0) & LO_LED_VALUE) || wire.value == value_) return;
    if (surroundings().is_off()) return;
    value_ = wire.value;
    show();
  }

  bool follow(FieldIndex field) override {
    show();
    return is_own_field(field);
  }

  void forget() override {
    value_ = 0;
    show();
  }

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
    World& world = surroundings().world();
    const Color now = color();
    for (const Lamps::Lamp& lamp : lamps_.all()) {
      lamp.show(world, now);
      lamp.turn(world, value_ != 0);
    }
  }

  int value_ = 0;
  Lamps lamps_;
};

}  // namespace

std::unique_ptr<Device> make_led(const DeviceSetup& setup) { return std::make_unique<Led>(setup); }

}  // namespace lightsout
