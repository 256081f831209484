/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Takes ids when the world is loaded and never asks again, but to compare; makes joints, geoms and a body of its own.
 */
#include <math.h>
#include <plugins/physics.h>

#define COUNT 11
static const char* names[COUNT] = {"FLOOR", "FLOATER", "BOB",  "BALL",  "WHEEL", "PARENT",
                                   "CHILD", "SIZED",   "PAIR", "CRATE", "HAND"};
static dBodyID bodies[COUNT];
static dGeomID geoms[COUNT];
static dBodyID drifter;
static dGeomID ledge, feeler;
static dJointID hinge, joint_of_hand;
static int step, scenes, felt, doomed_gone;

void webots_physics_init(dWorldID world, dSpaceID space, dJointGroupID group) {
  (void)group;
  for (int i = 0; i < COUNT; i++) {
    bodies[i] = dWebotsGetBodyFromDEF(names[i]);
    geoms[i] = dWebotsGetGeomFromDEF(names[i]);
  }
  dBodySetGravityMode(bodies[1], 0);
  dBodySetData(bodies[1], names);
  /* BOB swings 1 m from a point in the world. */
  dJointID ball = dJointCreateBall(world, 0);
  dJointAttach(ball, bodies[2], 0);
  dJointSetBallAnchor(ball, 0, 5, 3);
  /* HAND turns about the joint that it has in the world by a motor of the plugin's. */
  dJointID motor = dJointCreateAMotor(world, 0);
  dJointAttach(motor, bodies[10], 0);
  dJointSetAMotorNumAxes(motor, 1);
  dJointSetAMotorAxis(motor, 0, 0, 0, 1, 0);
  dJointSetAMotorParam(motor, dParamVel, 2);
  dJointSetAMotorParam(motor, dParamFMax, 100);
  /* Three bodies of the plugin's own hang from HAND, the third from the second. */
  const dReal places[3][2] = {{10.9, 0.5}, {11.1, 0.5}, {11.2, 0.2}};
  dBodyID above = bodies[10];
  for (int i = 0; i < 3; i++) {
    dBodyID weight = dBodyCreate(world);
    dBodySetPosition(weight, places[i][0], 0, places[i][1]);
    ball = dJointCreateBall(world, 0);
    dJointAttach(ball, weight, above);
    dJointSetBallAnchor(ball, places[i][0], 0, places[i][1] + 0.2);
    if (i == 1) above = weight;
  }
  /* BALL lies on a ledge that only the plugin knows. */
  ledge = dCreateBox(space, 1, 1, 2);
  dGeomSetPosition(ledge, 0, -5, 1);
  /* Felt by nothing but the plugin, it rides on FLOATER and reaches into the ground under it. */
  feeler = dCreateBox(space, 0.01, 0.01, 8);
  dGeomSetBody(feeler, bodies[1]);
  /* WHEEL hangs in the world by a spring of 4000 N/m. */
  const dReal stiffness = 4000, damping = 200, h = 0.008;
  hinge = dJointCreateHinge(world, 0);
  dJointAttach(hinge, 0, bodies[4]);
  dJointSetHingeAnchor(hinge, 0, 8, 3);
  dJointSetHingeAxis(hinge, 0, 1, 0);
  dJointSetHingeParam(hinge, dParamSuspensionERP, h * stiffness / (h * stiffness + damping));
  dJointSetHingeParam(hinge, dParamSuspensionCFM, 1 / (h * stiffness + damping));
  dJointSetHingeSuspensionAxis(hinge, 0, 0, 1);
  /* A body of the plugin's own drifts along. */
  drifter = dBodyCreate(world);
  dBodySetGravityMode(drifter, 0);
  dBodySetPosition(drifter, 0, 20, 3);
  dBodySetLinearVel(drifter, 0.5, 0, 0);
}

int webots_physics_collide(dGeomID g1, dGeomID g2) {
  if (g1 == feeler || g2 == feeler) {
    if (g1 == geoms[0] || g2 == geoms[0]) felt = step;
    return 1;
  }
  if ((g1 != ledge || g2 != geoms[3]) && (g1 != geoms[3] || g2 != ledge)) return 0;
  dContact contacts[4];
  int count = dCollide(g1, g2, 4, &contacts[0].geom, sizeof(dContact));
  for (int i = 0; i < count; i++) {
    contacts[i].surface.mode = dContactApprox1;
    contacts[i].surface.mu = 1;
    dJointID joint = dJointCreateContact(dBodyGetWorld(bodies[3]), dWebotsGetContactJointGroup(), &contacts[i]);
    dJointAttach(joint, dGeomGetBody(g1), dGeomGetBody(g2));
  }
  return 1;
}

void webots_physics_step() {
  step++;
  for (int i = 0; i < COUNT; i++) {
    dBodyID body = dWebotsGetBodyFromDEF(names[i]);
    /* A body comes and goes with the Physics of CHILD, which merges into its parent's. */
    if (i == 6 ? body && body != bodies[5] : body != bodies[i])
      dWebotsConsolePrintf("step %d: the body of %s is another", step, names[i]);
    if (dWebotsGetGeomFromDEF(names[i]) != geoms[i])
      dWebotsConsolePrintf("step %d: the geom of %s is another", step, names[i]);
  }
  /* The world's own joints are made again with each scene. */
  dJointID joint = dBodyGetJoint(bodies[10], 0);
  for (int i = 1; dJointGetType(joint) != dJointTypeHinge; i++) joint = dBodyGetJoint(bodies[10], i);
  if (joint != joint_of_hand) scenes++;
  joint_of_hand = joint;
  if (!doomed_gone && !dWebotsGetBodyFromDEF("DOOMED") && !dWebotsGetGeomFromDEF("DOOMED")) doomed_gone = step;
}

void webots_physics_cleanup() {
  const dReal* bob = dBodyGetPosition(bodies[2]);
  dVector3 size, axis;
  dGeomBoxGetLengths(geoms[7], size);
  dJointGetHingeSuspensionAxis(hinge, axis);
  dReal radius = dGeomSphereGetRadius(geoms[6]);
  dWebotsConsolePrintf("after %d steps and %d scenes", step, scenes);
  dWebotsConsolePrintf("floater %.9f, data %d", dBodyGetPosition(bodies[1])[2],
                       dBodyGetData(bodies[1]) == (void*)names);
  dWebotsConsolePrintf("bob swings at %.4f",
                       sqrt(bob[0] * bob[0] + (bob[1] - 5) * (bob[1] - 5) + (bob[2] - 3) * (bob[2] - 3)));
  dWebotsConsolePrintf("hand turns at %.2f", dBodyGetAngularVel(bodies[10])[1]);
  dWebotsConsolePrintf("ball lies at %.3f", dBodyGetPosition(bodies[3])[2]);
  dWebotsConsolePrintf("feeler felt the floor %d steps ago", step - felt);
  dWebotsConsolePrintf("wheel sags by %.5f along %g", 3 - dBodyGetPosition(bodies[4])[2], axis[2]);
  dWebotsConsolePrintf("drifter at %.6f", dBodyGetPosition(drifter)[0]);
  dWebotsConsolePrintf("sized is %g wide, child has radius %g, pair is a space of %d", size[1], radius,
                       dSpaceGetNumGeoms((dSpaceID)geoms[8]));
  dWebotsConsolePrintf("doomed was gone at step %d", doomed_gone);
  dGeomDestroy(feeler);
  dGeomDestroy(ledge);
}
