/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Recurses until the stack is used up. */
#include <plugins/physics.h>
static int deeper(volatile int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  return deeper(depth + 1) + room[0];
}
void webots_physics_step() { deeper(0); }
void webots_physics_cleanup() {}
