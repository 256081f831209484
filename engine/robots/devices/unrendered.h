// Devices that cannot do their work without rendering, which the engine does not have: controllers find them, they say
// what the world says of them, and never have a reading.
#pragma once

#include <utility>

#include "engine/robots/device.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

// State is the device's struct in wire/<device>.h.
template <class State, lo_device_kind device_kind>
class Unrendered : public Device {
 public:
  using Device::Device;
  lo_device_kind kind() const final { return device_kind; }
  std::size_t state_size() const final { return sizeof(State); }
  void configure(WireLayout&) final { tell(*state<State>()); }
  void retell() final { tell(*state<State>()); }
  void read_commands(const Clock&) final { take(*state<State>()); }

  bool apply(FieldIndex field) final {
    if (auto* wire = state<State>()) tell(*wire);
    return is_own_field(field);
  }

  // After an edit of a node below another object stands here, whose nodes say something else.
  bool senses() const final { return tells_; }
  void sense(const Clock&) final {
    if (auto* wire = state<State>(); std::exchange(tells_, false) && wire) tell(*wire);
  }

 protected:
  // Writes what the nodes say.
  virtual void tell(State& wire) = 0;
  // Takes the commands into the nodes.
  virtual void take(State&) {}

  double number(std::string_view field) const { return this->node().template get<double>(field); }
  std::int32_t whole_number(std::string_view field) const { return this->node().template get<std::int32_t>(field); }
  void set(Node& of, std::string_view field, double value) {
    stage().world().write_back(of, of.type().find(field), value);
  }
  // A number that the controller has set: it stands in its node alone.
  void visit_number(StateVisitor& visitor, Node& of, std::string_view field) {
    double value = of.get<double>(field);
    visitor.field(field, value);
    if (visitor.is_loading()) set(of, field, value);
  }

 private:
  bool tells_ = true;
};

}  // namespace lightsout
