/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The forces under the feet of a legged robot: contacts between feet and ground are made here, with a friction of our
 * own, and their joint feedback is read after the step and sent to the robot on channel 1. */
#include <GL/gl.h>
#include <plugins/physics.h>

#define FEET 4
#define MOST_CONTACTS 10

static const char* const foot_names[FEET] = {"FOOT_1", "FOOT_2", "FOOT_3", "FOOT_4"};
static dGeomID feet[FEET], ground;
static pthread_mutex_t mutex;

/* Contacts are found after a step of ODE, for the next one: while the forces of one set are read, the next is being
 * made. */
struct contact_set {
  int count;
  int foot[FEET * MOST_CONTACTS];
  dContactGeom place[FEET * MOST_CONTACTS];
  dJointFeedback feedback[FEET * MOST_CONTACTS];
};
static struct contact_set sets[2];
static struct contact_set *solved = &sets[0], *found = &sets[1];

void webots_physics_init() {
  pthread_mutex_init(&mutex, NULL);
  ground = dWebotsGetGeomFromDEF("GROUND");
  for (int i = 0; i < FEET; ++i) feet[i] = dWebotsGetGeomFromDEF(foot_names[i]);
  sets[0].count = sets[1].count = 0;
}

int webots_physics_collide(dGeomID a, dGeomID b) {
  int foot = -1;
  for (int i = 0; i < FEET; ++i)
    if ((dAreGeomsSame(a, feet[i]) && dAreGeomsSame(b, ground)) ||
        (dAreGeomsSame(b, feet[i]) && dAreGeomsSame(a, ground)))
      foot = i;
  if (foot < 0) return 0;
  dContact contacts[MOST_CONTACTS];
  const int n = dCollide(a, b, MOST_CONTACTS, &contacts[0].geom, sizeof(dContact));
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < n && found->count < FEET * MOST_CONTACTS; ++i) {
    contacts[i].surface.mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM;
    contacts[i].surface.mu = 1.5;
    contacts[i].surface.soft_erp = 0.2;
    contacts[i].surface.soft_cfm = 0.0001;
    dJointID joint =
        dJointCreateContact(dBodyGetWorld(dGeomGetBody(feet[foot])), dWebotsGetContactJointGroup(), &contacts[i]);
    dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
    const int k = found->count++;
    dJointSetFeedback(joint, &found->feedback[k]);
    found->place[k] = contacts[i].geom;
    found->foot[k] = foot;
  }
  pthread_mutex_unlock(&mutex);
  return 1;
}

void webots_physics_step() {
  struct contact_set* other = solved;
  solved = found;
  found = other;
  found->count = 0;
}

void webots_physics_step_end() {
  double vertical[FEET] = {0, 0, 0, 0};
  for (int i = 0; i < solved->count; ++i) {
    /* f1 acts on the foot either way: where the first body is the world, ODE exchanges the two. */
    vertical[solved->foot[i]] += solved->feedback[i].f1[2];
  }
  dWebotsSend(1, vertical, sizeof vertical);
  static int steps;
  if (++steps % 100 == 0)
    dWebotsConsolePrintf("feet bear %.4f N", vertical[0] + vertical[1] + vertical[2] + vertical[3]);
}

void webots_physics_draw(int pass, const char* view) {
  (void)view;
  if (pass != 1) return;
  glPointSize(5);
  glColor3f(1, 0, 0);
  glBegin(GL_POINTS);
  for (int i = 0; i < solved->count; ++i)
    glVertex3d(solved->place[i].pos[0], solved->place[i].pos[1], solved->place[i].pos[2]);
  glEnd();
}

void webots_physics_cleanup() { pthread_mutex_destroy(&mutex); }
