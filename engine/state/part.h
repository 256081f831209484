// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A part of a scene that is there only where something in the world needs it: fluids, what carries packets, sounds,
// rays. A new one is a class with its `part_kind`, and a line here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lightsout {

class Clock;

// In the order in which they have their turn in each phase.
enum class PartKind : std::uint8_t {
  Contacts,
  Raycaster,
  Paint,
  Fluids,
  Chargers,
  Medium,
  Sounds,
  Lights,
  Connectors,
  Renderer,
  Screens
};
inline constexpr std::size_t part_kinds = 11;

class Part {
 public:
  virtual ~Part() = default;
  // Once in a basic step, before its first dynamics step.
  virtual void begin_step() {}
  // Before each dynamics step, after joints and devices have acted; dt in s.
  virtual void act(double /*dt*/) {}
  // After the step, before robots sense. The clock shows the time reached.
  virtual void sense(const Clock&) {}
  // What can move has moved.
  virtual void moved() {}
  // What stands was moved, has come or gone, or looks otherwise.
  virtual void rearranged() {}
};

}  // namespace lightsout
