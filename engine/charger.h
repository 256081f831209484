// Charger: a battery that fills by itself and gives what it holds to one robot at a time whose origin is near.
#pragma once

#include <optional>

#include "engine/battery.h"
#include "engine/clock.h"
#include "engine/object.h"

namespace lightsout {

class Scene;
class Solid;

class Charger final : public Object {
 public:
  Charger(Solid& solid, const Scene& scene);
  bool apply(FieldIndex field) override;
  // After the step.
  void sense(const Clock& clock);
  void visit_state(StateVisitor& state) override;
  void write_to_tree(World& world) override;
  Battery* battery() { return battery_ ? &*battery_ : nullptr; }
  void take_over(const Charger& before) {
    if (battery_ && before.battery_) battery_ = before.battery_;
  }

 private:
  const Solid& solid_;
  const Scene& scene_;
  std::optional<Battery> battery_;
  double radius_;  // m
};

}  // namespace lightsout
