/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Joins two shafts by a universal joint, which worlds have no node for. */
#include <plugins/physics.h>

void webots_physics_init() {
  dBodyID driving = dWebotsGetBodyFromDEF("DRIVING_SHAFT"), driven = dWebotsGetBodyFromDEF("DRIVEN_SHAFT");
  if (!driving || !driven) {
    dWebotsConsolePrintf("this world has no DRIVING_SHAFT and DRIVEN_SHAFT with physics");
    return;
  }
  dJointID joint = dJointCreateUniversal(dBodyGetWorld(driving), 0);
  dJointAttach(joint, driving, driven);
  dJointSetUniversalAnchor(joint, 0, 0, 1);
  /* The arms of the cross: one across the driving shaft (x), one across the driven one. */
  dJointSetUniversalAxis1(joint, 0, 0, 1);
  dJointSetUniversalAxis2(joint, 0, 1, 0);
}

void webots_physics_step() {}

void webots_physics_cleanup() {}
