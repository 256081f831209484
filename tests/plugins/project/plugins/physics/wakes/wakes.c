/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* After a second, when all has fallen asleep, acts on each body in another way, for 0.4 s or once. ODE itself wakes
 * none of them. */
#include <plugins/physics.h>

static dBodyID forced, turned, thrown, pushed, enabled, moved;
static int step;

void webots_physics_init() {
  forced = dWebotsGetBodyFromDEF("FORCED");
  turned = dWebotsGetBodyFromDEF("TURNED");
  thrown = dWebotsGetBodyFromDEF("THROWN");
  pushed = dWebotsGetBodyFromDEF("PUSHED");
  enabled = dWebotsGetBodyFromDEF("ENABLED");
  moved = dWebotsGetBodyFromDEF("MOVED");
}

void webots_physics_step() {
  ++step;
  if (step == 100) {
    const dBodyID all[] = {forced, turned, thrown, pushed, enabled, moved};
    int asleep = 0;
    for (int i = 0; i < 6; ++i) asleep += !dBodyIsEnabled(all[i]);
    dWebotsConsolePrintf("%d sleep", asleep);
  }
  if (step == 101) {
    dBodySetLinearVel(thrown, 0.005, 0, 0);
    dBodyEnable(enabled);
    dBodySetPosition(moved, 0.1, dBodyGetPosition(moved)[1], 0);
  }
  if (step < 101 || step > 140) return;
  dBodyAddForce(forced, 0.02, 0, 0);
  dBodyAddTorque(turned, 1e-4, 0, 0);
  dJointAddSliderForce(dBodyGetJoint(pushed, 0), 0.02);
  if (step == 140) dWebotsConsolePrintf("enabled %d", dBodyIsEnabled(enabled));
}

int webots_physics_collide(dGeomID geom1, dGeomID geom2) {
  (void)geom1, (void)geom2;
  return 0;
}

void webots_physics_cleanup() {}
