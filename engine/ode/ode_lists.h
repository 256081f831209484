// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The order of ODE's lists: the bodies of a world and the joints of a body. The solver works through them in this
// order, so it decides the last bits of the motion; ODE has functions that read it and none that change it. This file
// alone knows how ODE 0.16 keeps them.
#pragma once

#include <ode/ode.h>

#include <functional>
#include <vector>

namespace lightsout {

// Newest first, as ODE makes it: what is put to the front is then as good as new.
class OdeLists {
 public:
  // The first in a process tries its knowledge on a world of its own; a libode that keeps its lists otherwise is an
  // error of ODE's, which ends the process.
  explicit OdeLists(dWorldID world);

  std::vector<dBodyID> bodies() const;
  void bring_to_front(dBodyID body);
  // All of them: those that ode_extras keeps from users' eyes too.
  static std::vector<dJointID> joints(dBodyID body);
  // Those of which `is_first` is true stand before the others from now on; the order is else as it was.
  static void bring_joints_to_front(dBodyID body, const std::function<bool(dJointID)>& is_first);

 private:
  struct Unchecked {};
  OdeLists(dWorldID world, Unchecked);
  static void check();

  void* head_;  // where the world keeps its first body
};

}  // namespace lightsout
