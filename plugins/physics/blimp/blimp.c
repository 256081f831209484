/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A blimp: as heavy as the air it displaces, driven by a constant thrust, held back by a drag that grows with its
 * speed. */
#include <plugins/physics.h>

static const dReal thrust = 0.5; /* N, along the blimp's own x */
static const dReal drag = 0.25;  /* N s/m */

static dBodyID blimp;

void webots_physics_init() {
  blimp = dWebotsGetBodyFromDEF("BLIMP");
  if (blimp) dBodySetGravityMode(blimp, 0);
}

void webots_physics_step() {
  if (!blimp) return;
  const dReal* v = dBodyGetLinearVel(blimp);
  dBodyAddForce(blimp, -drag * v[0], -drag * v[1], -drag * v[2]);
  dBodyAddRelForce(blimp, thrust, 0, 0);
}

void webots_physics_cleanup() { blimp = 0; }
