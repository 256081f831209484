// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a physics plugin does in a hook to bodies that sleep: it knows ODE's bodies only, and ODE wakes none of them for
// a force, a torque, a velocity or a new pose.
#pragma once

#include <ode/ode.h>

#include <array>
#include <vector>

namespace lightsout {

class Scene;
class Solid;

class Sleepers {
 public:
  // Before the hook.
  void note(Scene& scene);
  // After it: those that it acted on, or enabled, wake.
  void wake_touched();

 private:
  using Touchable = std::array<dReal, 19>;
  static Touchable touchable(dBodyID body);
  struct Sleeper {
    Solid* solid;
    Touchable before;
  };
  std::vector<Sleeper> sleepers_;
};

}  // namespace lightsout
