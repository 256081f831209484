// Charger: a battery that fills by itself. Once it is full, a robot whose origin is within `radius` takes from it, with
// its own charging power, until there is nothing left; meanwhile it does not fill, and no other robot is served. What a
// robot does not need, and what is left when it goes beyond 1.1 radius, is lost. Its first child shows how full it is.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/battery.h"
#include "engine/clock.h"
#include "engine/lamps.h"
#include "engine/object.h"

namespace lightsout {

class Robot;
class Scene;
class Solid;

class Charger final : public Object {
 public:
  Charger(Solid& solid, Scene& scene);
  bool apply(FieldIndex field) override;
  // After the step.
  void sense(const Clock& clock);
  void reset() override { served_ = 0; }
  void visit_state(StateVisitor& state) override;
  void write_to_tree(World& world) override;
  Battery* battery() { return battery_ ? &*battery_ : nullptr; }
  void take_over(const Charger& before) {
    if (battery_ && before.battery_) battery_ = before.battery_;
    served_ = before.served_;
    is_sated_ = before.is_sated_;
    lamps_.take_over(before.lamps_);
  }

 private:
  Robot* find_served();
  void exchange(const Clock& clock);
  void show();

  const Solid& solid_;
  Scene& scene_;
  std::optional<Battery> battery_;
  double radius_;             // m
  std::uint32_t served_ = 0;  // id of the robot's node; 0: none
  bool is_sated_ = false;     // it has been full since it came
  Lamps lamps_;
};

}  // namespace lightsout
