/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A robot that flies by forces. Its controller sends the thrust that it wants (three doubles, N) by an Emitter on
 * channel 0; a ray under the robot finds what it flies over, and the distance goes back on channel 1. */
#include <GL/gl.h>
#include <plugins/physics.h>
#include <string.h>

static dBodyID robot;
static dGeomID ray, robot_geom;
static double thrust[3];
static double distance;
static const dReal reach = 10; /* m */

void webots_physics_init(dWorldID world, dSpaceID space, dJointGroupID contacts) {
  (void)world, (void)contacts;
  robot = dWebotsGetBodyFromDEF("FLYER");
  robot_geom = dWebotsGetGeomFromDEF("FLYER");
  memset(thrust, 0, sizeof thrust);
  distance = reach;
  if (!robot || !robot_geom) return;
  ray = dCreateRay(space, reach);
  dGeomSetDynamicFlag(ray);
}

void webots_physics_step() {
  if (!robot) return;
  int size;
  const char* data = dWebotsReceive(&size);
  /* Of several messages in a step the last counts. */
  if (data && size >= (int)sizeof thrust) memcpy(thrust, data + size - (int)sizeof thrust, sizeof thrust);
  dBodyEnable(robot);
  dBodyAddForce(robot, thrust[0], thrust[1], thrust[2]);
  const dReal* p = dBodyGetPosition(robot);
  dGeomRaySet(ray, p[0], p[1], p[2], 0, 0, -1);
  distance = reach;
}

int webots_physics_collide(dGeomID a, dGeomID b) {
  if (!ray || (a != ray && b != ray)) return 0;
  dGeomID other = a == ray ? b : a;
  if (other == robot_geom) return 1;
  dContactGeom hit;
  if (dCollide(ray, other, 1, &hit, sizeof hit) && hit.depth < distance) distance = hit.depth;
  return 1;
}

void webots_physics_step_end() {
  if (robot) dWebotsSend(1, &distance, sizeof distance);
}

void webots_physics_draw(int pass, const char* view) {
  (void)view;
  if (pass != 1 || !robot) return;
  const dReal* p = dBodyGetPosition(robot);
  glLineWidth(2);
  glBegin(GL_LINES);
  glColor3f(1, 1, 0);
  glVertex3d(p[0], p[1], p[2]);
  glVertex3d(p[0], p[1], p[2] - distance);
  glEnd();
}

void webots_physics_cleanup() {
  if (ray) dGeomDestroy(ray);
  ray = 0;
  robot = 0;
}
