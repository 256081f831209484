// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Several hooks as one, in order. Of collide(), the first that handles a pair has it.
#pragma once

#include <vector>

#include "engine/stage/hooks.h"

namespace lightsout {

class HookChain final : public Hooks {
 public:
  explicit HookChain(std::vector<Hooks*> hooks) : hooks_(std::move(hooks)) {}

  void init(Simulation& simulation) override {
    for (Hooks* hooks : hooks_) hooks->init(simulation);
  }
  void before_physics(Simulation& simulation) override {
    for (Hooks* hooks : hooks_) hooks->before_physics(simulation);
  }
  int collide(dGeomID geom1, dGeomID geom2) override {
    for (Hooks* hooks : hooks_)
      if (hooks->wants_collisions())
        if (const int handled = hooks->collide(geom1, geom2)) return handled;
    return 0;
  }
  bool wants_collisions() const override {
    for (const Hooks* hooks : hooks_)
      if (hooks->wants_collisions()) return true;
    return false;
  }
  bool adds_to_ode() const override {
    for (const Hooks* hooks : hooks_)
      if (hooks->adds_to_ode()) return true;
    return false;
  }
  std::span<const dBodyID> foreign_bodies() const override {
    for (const Hooks* hooks : hooks_)
      if (hooks->adds_to_ode()) return hooks->foreign_bodies();
    return {};
  }
  void after_physics(Simulation& simulation) override {
    for (Hooks* hooks : hooks_) hooks->after_physics(simulation);
  }
  std::string keeps_state_of_its_own() const override {
    for (const Hooks* hooks : hooks_)
      if (std::string reason = hooks->keeps_state_of_its_own(); !reason.empty()) return reason;
    return {};
  }
  void cleanup(Simulation& simulation) override {
    for (Hooks* hooks : hooks_) hooks->cleanup(simulation);
  }
  void leave_world(Simulation& simulation) override {
    for (Hooks* hooks : hooks_) hooks->leave_world(simulation);
  }

 private:
  std::vector<Hooks*> hooks_;
};

}  // namespace lightsout
