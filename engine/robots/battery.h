// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Energy that a Robot or a Charger holds: its field `battery` [energy now in J, most it holds in J, charging power in
// W].
#pragma once

#include <algorithm>
#include <optional>

#include "engine/state/state.h"
#include "world_format/node.h"

namespace lightsout {

class Battery {
 public:
  // nullopt without the three numbers: no energy is simulated.
  static std::optional<Battery> read(const Node& node) {
    const MFFloat& values = node.get<MFFloat>("battery");
    if (values.size() < 3) return std::nullopt;
    Battery battery;
    battery.capacity_ = std::max(0.0, values[1]);
    battery.energy_ = battery.tree_energy_ = std::max(0.0, values[0]);
    battery.power_ = std::max(0.0, values[2]);
    return battery;
  }

  double energy() const { return energy_; }
  double capacity() const { return capacity_; }
  double charging_power() const { return power_; }
  bool is_full() const { return energy_ >= capacity_; }
  // Negative: takes. The battery cannot be emptier than empty, and is filled no fuller than full; but a file may begin
  // with more than that.
  void add(double energy) { energy_ = std::clamp(energy_ + energy, 0.0, std::max(energy_, capacity_)); }

  void write_to_tree(World& world, Node& node) {
    if (energy_ == tree_energy_) return;
    tree_energy_ = energy_;
    MFFloat values = node.get<MFFloat>("battery");
    values[0] = energy_;
    world.write_back(node, node.type().find("battery"), Value(std::move(values)));
  }
  void visit_state(StateVisitor& state) { state.field("energy", energy_); }

 private:
  double energy_ = 0;       // J
  double tree_energy_ = 0;  // what the tree says
  double capacity_ = 0;     // J
  double power_ = 0;        // W
};

}  // namespace lightsout
