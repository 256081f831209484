/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Receives in every fourth step only, and twice there. */
#include <plugins/physics.h>
static int step;
void webots_physics_step() {
  if (++step % 4 != 0) return;
  int size = -1, again = -1;
  const char* data = (const char*)dWebotsReceive(&size);
  const void* nothing = dWebotsReceive(&again);
  dWebotsConsolePrintf("step %d: %d bytes \"%s\", then %d bytes%s", step, size, data ? data : "", again,
                       nothing ? " and a pointer" : "");
}
void webots_physics_cleanup() {}
