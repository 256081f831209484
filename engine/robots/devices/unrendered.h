// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Devices that cannot do their work without rendering, which the engine does not have: controllers find them, they say
// what the world says of them, and never have a reading.
#pragma once

#include <utility>

#include "engine/robots/device.h"

namespace lightsout {

// State is the device's struct in wire/<device>.h.
template <class State, lo_device_kind device_kind>
class Unrendered : public Wired<State, device_kind> {
 public:
  using Wired<State, device_kind>::Wired;

 protected:
  double number(std::string_view field) const { return this->node().template get<double>(field); }
  std::int32_t whole_number(std::string_view field) const { return this->node().template get<std::int32_t>(field); }
  // A number that the controller has set: it stands in its node alone.
  void visit_number(StateVisitor& visitor, Node& of, std::string_view field) {
    double value = of.get<double>(field);
    this->visit_kept(visitor, field, of, field, value);
  }
};

}  // namespace lightsout
