/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a square by each way of OpenGL's to join corners, then a point that is moved, turned and scaled, and one from a
 * vertex array. */
#include <GL/gl.h>
#include <plugins/physics.h>

void webots_physics_step() {}
void webots_physics_cleanup() {}
int webots_physics_collide(dGeomID g1, dGeomID g2) {
  (void)g1, (void)g2;
  return 0;
}

static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

void webots_physics_draw(int pass, const char* view) {
  if (pass == 0 || view) return;
  glColor3f(1, 0, 0);
  glLineWidth(3);
  glPointSize(5);
  const GLenum modes[] = {GL_POINTS,         GL_LINES,        GL_LINE_STRIP, GL_LINE_LOOP,  GL_TRIANGLES,
                          GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS,      GL_QUAD_STRIP, GL_POLYGON};
  for (int i = 0; i < 10; ++i) {
    glBegin(modes[i]);
    for (int corner = 0; corner < 4; ++corner) glVertex3fv(square + 3 * corner);
    glEnd();
  }
  glPushMatrix();
  glTranslatef(10, 0, 0);
  glRotatef(90, 0, 0, 1);
  glScalef(2, 2, 2);
  glColor4ub(0, 255, 0, 51);
  glBegin(GL_POINTS);
  glVertex3f(1, 0, 0);
  glEnd();
  glPopMatrix();
  glEnableClientState(GL_VERTEX_ARRAY);
  glVertexPointer(3, GL_FLOAT, 0, square);
  glDrawArrays(GL_POINTS, 0, 4);
  glDisableClientState(GL_VERTEX_ARRAY);
}
