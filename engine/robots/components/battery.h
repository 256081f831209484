// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Energy that a Robot or a Charger holds: its field `battery` [energy now in J, most it holds in J, charging power in
// W].
#pragma once

#include <optional>

namespace lightsout {

class Node;
class StateVisitor;
class World;

class Battery {
 public:
  // nullopt without the three numbers: no energy is simulated.
  static std::optional<Battery> read(const Node& node);

  double energy() const { return energy_; }
  double capacity() const { return capacity_; }
  double charging_power() const { return power_; }
  bool is_full() const { return energy_ >= capacity_; }
  // Negative: takes. The battery cannot be emptier than empty, and is filled no fuller than full; but a file may begin
  // with more than that.
  void add(double energy);

  void write_to_tree(World& world, Node& node);
  void visit_state(StateVisitor& state);

 private:
  double energy_ = 0;       // J
  double tree_energy_ = 0;  // what the tree says
  double capacity_ = 0;     // J
  double power_ = 0;        // W
};

}  // namespace lightsout
