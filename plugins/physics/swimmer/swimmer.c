/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Water up to z = 0: Archimedes' force on the part of each box that is below, and a drag on what moves through it. */
#include <plugins/physics.h>

static const dReal water_density = 1000, gravity = 9.81;
static const dReal drag_per_area = 500; /* N s/m per m2 */

static dGeomID hull;

void webots_physics_init() { hull = dWebotsGetGeomFromDEF("HULL"); }

void webots_physics_step() {
  if (!hull || dGeomGetClass(hull) != dBoxClass) return;
  dBodyID body = dGeomGetBody(hull);
  dVector3 size;
  dGeomBoxGetLengths(hull, size);
  const dReal* p = dGeomGetPosition(hull);
  dReal depth = size[2] / 2 - p[2];
  if (depth <= 0) return;
  if (depth > size[2]) depth = size[2];
  dBodyEnable(body);
  dBodyAddForce(body, 0, 0, water_density * gravity * size[0] * size[1] * depth);
  const dReal* v = dBodyGetLinearVel(body);
  const dReal k = drag_per_area * size[0] * size[1];
  dBodyAddForce(body, -k * v[0], -k * v[1], -k * v[2]);
}

void webots_physics_cleanup() { hull = 0; }
