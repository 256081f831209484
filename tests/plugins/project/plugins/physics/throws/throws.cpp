// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// An old plugin in C++, with the three-argument form, that lets an exception out.
#include <plugins/physics.h>

#include <stdexcept>
void webots_physics_init(dWorldID world, dSpaceID, dJointGroupID) {
  if (!world) throw std::logic_error("no world");
}
void webots_physics_step() { throw std::runtime_error("nothing to push"); }
void webots_physics_cleanup() {}
