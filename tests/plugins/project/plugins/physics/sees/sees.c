/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a point in each view: at (1, pass, 0) in a robot's, else at (0, pass, 0). Of the pair of the ball and the floor
 * it makes a notable one without contacts. */
#include <GL/gl.h>
#include <plugins/physics.h>
#include <string.h>

void webots_physics_step() {}
void webots_physics_cleanup() {}

int webots_physics_collide(dGeomID g1, dGeomID g2) {
  dGeomID ball = dWebotsGetGeomFromDEF("BALL"), floor = dWebotsGetGeomFromDEF("FLOOR");
  return (g1 == ball && g2 == floor) || (g1 == floor && g2 == ball) ? 2 : 0;
}

void webots_physics_draw(int pass, const char* view) {
  glBegin(GL_POINTS);
  glVertex3f(view ? (float)strlen(view) : 0, (float)pass, 0);
  glEnd();
}
