/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Asks for what has no name, sends what is nothing, and a letter in each step. */
#include <plugins/physics.h>

void webots_physics_init() {
  dWebotsConsolePrintf("nothing: %d", !dWebotsGetBodyFromDEF("") && !dWebotsGetGeomFromDEF(0));
}

void webots_physics_step() {
  if (dWebotsGetTime() == 0) {
    dWebotsSend(1, 0, 4);
    dWebotsSend(1, "x", 0);
  }
  dWebotsSend(1, "p", 1);
}

void webots_physics_cleanup() {}
