/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Follows a NULL pointer of its own in the sixth step. */
#include <plugins/physics.h>
static int steps;
static int* nowhere;
static __attribute__((noinline)) void push(int force) { *nowhere = force; }
void webots_physics_init() { steps = 0; }
void webots_physics_step() {
  if (++steps == 6) push(3);
}
void webots_physics_cleanup() {}
