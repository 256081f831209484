#include "engine/charger.h"

#include <algorithm>

#include "engine/robot.h"
#include "engine/scene.h"
#include "engine/solid.h"

namespace lightsout {

Charger::Charger(Solid& solid, const Scene& scene)
    : Object(solid.node()),
      solid_(solid),
      scene_(scene),
      battery_(Battery::read(solid.node())),
      radius_(solid.node().get<double>("radius")) {}

bool Charger::apply(FieldIndex field) {
  const std::string& name = node().type().field(field).name;
  if (name == "emissiveColor" || name == "gradual") return true;
  if (name != "battery" && name != "radius") return false;
  if (name == "battery") battery_ = Battery::read(node());
  radius_ = node().get<double>("radius");
  return true;
}

// The nearest in scene-tree order is charged: at most with the robot's own charging power, and no more than there is.
void Charger::sense(const Clock& clock) {
  if (!battery_) return;
  battery_->add(battery_->charging_power() * clock.dt());
  for (const auto& robot : scene_.robots()) {
    Battery* other = robot->battery();
    if (!other || (robot->solid().pose().position - solid_.pose().position).norm() > radius_) continue;
    const double energy = std::min({other->charging_power() * clock.dt(), battery_->energy(), other->room()});
    if (energy <= 0) continue;
    other->add(energy);
    battery_->add(-energy);
    return;
  }
}

void Charger::visit_state(StateVisitor& state) {
  state.node(solid_.path());
  if (battery_) battery_->visit_state(state);
}

void Charger::write_to_tree(World& world) {
  if (battery_) battery_->write_to_tree(world, node());
}

}  // namespace lightsout
