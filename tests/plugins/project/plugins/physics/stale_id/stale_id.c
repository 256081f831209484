/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Destroys a joint of its own and goes on using it. */
#include <plugins/physics.h>
static dJointID joint;
void webots_physics_init(dWorldID world, dSpaceID space, dJointGroupID group) {
  (void)space, (void)group;
  joint = dJointCreateHinge(world, 0);
  dJointAttach(joint, dWebotsGetBodyFromDEF("BALL"), 0);
  dJointDestroy(joint);
}
void webots_physics_step() { dJointSetHingeAxis(joint, 0, 0, 1); }
void webots_physics_cleanup() {}
