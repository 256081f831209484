/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what it is asked about in the second step, and makes the contacts of one Group as a whole. */
#include <plugins/physics.h>

static dGeomID floor_geom, handled, left, own1, own2;
static dSpaceID own_space;
static int step, whole, parts, left_whole, left_parts, own;

static int is(dGeomID geom1, dGeomID geom2, dGeomID a, dGeomID b) {
  return (geom1 == a && geom2 == b) || (geom1 == b && geom2 == a);
}

void webots_physics_init() {
  floor_geom = dWebotsGetGeomFromDEF("FLOOR");
  handled = dWebotsGetGeomFromDEF("HANDLED");
  left = dWebotsGetGeomFromDEF("LEFT");
  /* Two spheres of the plugin's own in a space of its own, far from everything. */
  own_space = dSimpleSpaceCreate(dGeomGetSpace(floor_geom));
  own1 = dCreateSphere(own_space, 1);
  own2 = dCreateSphere(own_space, 1);
  dGeomSetPosition(own1, 0, 0, 100);
  dGeomSetPosition(own2, 0, 0, 101);
}

void webots_physics_step() {
  if (++step == 2)
    whole = parts = left_whole = left_parts = own = 0;
  else if (step == 3)
    dWebotsConsolePrintf("handled %d + %d, left %d + %d, own %d", whole, parts, left_whole, left_parts, own);
}

int webots_physics_collide(dGeomID geom1, dGeomID geom2) {
  own += is(geom1, geom2, own1, own2);
  if (is(geom1, geom2, floor_geom, left)) left_whole++;
  const dSpaceID space1 = dGeomGetSpace(geom1), space2 = dGeomGetSpace(geom2);
  left_parts += space1 == (dSpaceID)left || space2 == (dSpaceID)left;
  parts += space1 == (dSpaceID)handled || space2 == (dSpaceID)handled;
  if (!is(geom1, geom2, floor_geom, handled)) return 0;
  whole++;
  dContact contacts[32];
  const int count = dCollide(handled, floor_geom, 32, &contacts[0].geom, sizeof(dContact));
  const dBodyID body = dWebotsGetBodyFromDEF("HANDLED");
  for (int i = 0; i < count; i++) {
    contacts[i].surface.mode = 0;
    contacts[i].surface.mu = dInfinity;
    dJointAttach(dJointCreateContact(dBodyGetWorld(body), dWebotsGetContactJointGroup(), &contacts[i]), body, NULL);
  }
  return 1;
}

void webots_physics_cleanup() { dSpaceDestroy(own_space); }
