/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
#include <plugins/physics.h>

void webots_physics_init() {}
void webots_physics_step() {
  dBodyAddForce(dWebotsGetBodyFromDEF("BALL"), 1, 0, 0);
  dWebotsSend(0, "pushed", 6);
}
int webots_physics_collide(dGeomID first, dGeomID second) {
  (void)first, (void)second;
  return 0;
}
void webots_physics_cleanup() {}
