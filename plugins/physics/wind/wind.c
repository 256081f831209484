/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Wind on everything: each body that has a geom is pushed by 1/2 rho c A |u| u, u being the air's velocity against the
 * body and A the mean of the areas of its bounding box seen along the axes. */
#include <math.h>
#include <plugins/physics.h>

static const dReal wind[3] = {5, 0, 0}; /* m/s */
static const dReal air_density = 1.2, drag_coefficient = 1;

static dSpaceID space;

static void push(dGeomID geom) {
  if (dGeomIsSpace(geom)) {
    dSpaceID inner = (dSpaceID)geom;
    for (int i = 0; i < dSpaceGetNumGeoms(inner); ++i) push(dSpaceGetGeom(inner, i));
    return;
  }
  dBodyID body = dGeomGetBody(geom);
  if (!body) return;
  dReal box[6];
  dGeomGetAABB(geom, box);
  const dReal x = box[1] - box[0], y = box[3] - box[2], z = box[5] - box[4];
  const dReal area = (x * y + y * z + z * x) / 3;
  const dReal* v = dBodyGetLinearVel(body);
  const dReal u[3] = {wind[0] - v[0], wind[1] - v[1], wind[2] - v[2]};
  const dReal k = air_density * drag_coefficient * area / 2 * sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  dBodyEnable(body);
  dBodyAddForce(body, k * u[0], k * u[1], k * u[2]);
}

void webots_physics_init(dWorldID world, dSpaceID top, dJointGroupID contacts) {
  (void)world, (void)contacts;
  space = top;
}

void webots_physics_step() { push((dGeomID)space); }

void webots_physics_cleanup() {}
