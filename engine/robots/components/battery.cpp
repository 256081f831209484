// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/components/battery.h"

#include <algorithm>
#include <utility>

#include "engine/state/state.h"
#include "world_format/nodes/node.h"

namespace lightsout {

std::optional<Battery> Battery::read(const Node& node) {
  const MFFloat& values = node.get<MFFloat>("battery");
  if (values.size() < 3) return std::nullopt;
  Battery battery;
  battery.capacity_ = std::max(0.0, values[1]);
  battery.energy_ = battery.tree_energy_ = std::max(0.0, values[0]);
  battery.power_ = std::max(0.0, values[2]);
  return battery;
}

void Battery::add(double energy) { energy_ = std::clamp(energy_ + energy, 0.0, std::max(energy_, capacity_)); }

void Battery::write_to_tree(World& world, Node& node) {
  if (energy_ == tree_energy_) return;
  tree_energy_ = energy_;
  MFFloat values = node.get<MFFloat>("battery");
  values[0] = energy_;
  world.write_back(node, node.type().find("battery"), Value(std::move(values)));
}

void Battery::visit_state(StateVisitor& state) { state.field("energy", energy_); }

}  // namespace lightsout
