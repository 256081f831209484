// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Charger: a battery that fills by itself. A robot whose origin is within `radius` takes from it, with its own charging
// power, what is there, until it is full; while it stays within 1.1 radius the charger does not fill, and no other
// robot is served. What the robot had no room for in its last step is lost. Its first child shows how full it is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/robots/components/battery.h"
#include "engine/robots/components/lamps.h"
#include "engine/state/clock.h"
#include "engine/state/part.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Robot;
class Solid;
class Stage;
class StateVisitor;

class Charger {
 public:
  Charger(Solid& solid, Stage& stage);
  Node& node() { return node_; }
  const Node& node() const { return node_; }
  // As Device::apply, reset.
  bool apply(FieldIndex field);
  // After the step.
  void sense(const Clock& clock, std::span<Robot* const> robots);
  void reset() { served_ = 0; }
  void visit_state(StateVisitor& state);
  void write_to_tree(World& world);
  Battery* battery() { return battery_ ? &*battery_ : nullptr; }
  void take_over(const Charger& before) {
    if (battery_ && before.battery_) battery_ = before.battery_;
    served_ = before.served_;
    lamps_.take_over(before.lamps_);
  }

 private:
  Robot* find_served(std::span<Robot* const> robots);
  void exchange(const Clock& clock, std::span<Robot* const> robots);
  void show();

  Node& node_;
  const Solid& solid_;
  Stage& stage_;
  std::optional<Battery> battery_;
  double radius_;             // m
  std::uint32_t served_ = 0;  // id of the robot's node; 0: none
  Lamps lamps_;
};

class Chargers final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Chargers;

  explicit Chargers(Stage& stage) : stage_(stage) {}
  // In scene-tree order.
  void add(Solid& solid) { chargers_.push_back(std::make_unique<Charger>(solid, stage_)); }
  std::span<const std::unique_ptr<Charger>> all() const { return chargers_; }
  void sense(const Clock& clock) override;
  void visit_state(StateVisitor& state);
  // Of the same world before an edit.
  void take_over(const Chargers& before);

 private:
  Stage& stage_;
  std::vector<std::unique_ptr<Charger>> chargers_;
  std::vector<Robot*> robots_;  // of the stage, once all are there
  bool robots_known_ = false;
};

}  // namespace lightsout
