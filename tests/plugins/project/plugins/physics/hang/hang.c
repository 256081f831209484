/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
#include <plugins/physics.h>
static volatile int forever = 1;
void webots_physics_step() {
  while (forever) {
  }
}
void webots_physics_cleanup() {}
