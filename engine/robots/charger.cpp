// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/charger.h"

#include <algorithm>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/robots/robot.h"
#include "engine/stage/stage.h"
#include "engine/state/state.h"

namespace lightsout {

Charger::Charger(Solid& solid, Stage& stage)
    : node_(solid.node()),
      solid_(solid),
      stage_(stage),
      battery_(Battery::read(solid.node())),
      radius_(solid.node().get<double>("radius")),
      lamps_(solid.node()) {}

bool Charger::apply(FieldIndex field) {
  const std::string& name = node().type().field(field).name;
  if (name == "emissiveColor" || name == "gradual") return true;
  if (name != "battery" && name != "radius") return false;
  if (name == "battery") battery_ = Battery::read(node());
  radius_ = node().get<double>("radius");
  return true;
}

// Which robot is served now: the first in scene-tree order that is near, until it has gone.
Robot* Charger::find_served(std::span<Robot* const> robots) {
  for (Robot* robot : robots) {
    const std::uint32_t id = robot->node().id();
    if (!robot->battery() || robot == solid_.robot() || (served_ != 0 && served_ != id)) continue;
    const double reach = served_ != 0 ? 1.1 * radius_ : radius_;
    const bool is_near = (robot->solid().pose().position - solid_.pose().position).norm() <= reach;
    served_ = is_near ? id : 0;
    if (is_near) return robot;
  }
  served_ = 0;
  return nullptr;
}

void Charger::sense(const Clock& clock, std::span<Robot* const> robots) {
  if (!battery_) return;
  exchange(clock, robots);
  show();
}

void Charger::exchange(const Clock& clock, std::span<Robot* const> robots) {
  Robot* robot = find_served(robots);
  if (!robot) {
    battery_->add(battery_->charging_power() * clock.dt());
    return;
  }
  Battery& other = *robot->battery();
  if (other.is_full()) return;
  const double energy = std::min(other.charging_power() * clock.dt(), battery_->energy());
  battery_->add(-energy);
  other.add(energy);
}

// From the colour of the file to emissiveColor: gradually, or when it is full.
void Charger::show() {
  double part = battery_->is_full() ? 1 : 0;
  if (part == 0 && node().get<bool>("gradual")) part = battery_->energy() / battery_->capacity();
  const Color& full = node().get<Color>("emissiveColor");
  const auto mixed = [part](double empty, double charged) { return empty + part * (charged - empty); };
  for (const Lamps::Lamp& lamp : lamps_.all()) {
    const Color& empty = lamp.initial;
    lamp.show(stage_.world(), {mixed(empty.r, full.r), mixed(empty.g, full.g), mixed(empty.b, full.b)});
  }
}

void Charger::visit_state(StateVisitor& state) {
  state.node(solid_.path());
  if (battery_) battery_->visit_state(state);
  state.field("serves", served_);
}

void Charger::write_to_tree(World& world) {
  if (battery_) battery_->write_to_tree(world, node());
}

void Chargers::sense(const Clock& clock) {
  if (!std::exchange(robots_known_, true)) robots_ = robots_of(stage_);
  for (const auto& charger : chargers_) charger->sense(clock, robots_);
}

void Chargers::visit_state(StateVisitor& state) {
  for (const auto& charger : chargers_) charger->visit_state(state);
}

void Chargers::take_over(const Chargers& before) {
  for (const auto& charger : chargers_)
    for (const auto& other : before.chargers_)
      if (&other->node() == &charger->node()) charger->take_over(*other);
}

}  // namespace lightsout
