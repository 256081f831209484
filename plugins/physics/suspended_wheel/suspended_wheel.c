/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A wheel hinged to a chassis, with a spring and damper along the vertical, by the suspension axis of the hinge. */
#include <plugins/physics.h>

static const dReal stiffness = 4000; /* N/m */
static const dReal damping = 200;    /* N s/m */
static const dReal step = 0.004;     /* s, as in the world's basicTimeStep */

void webots_physics_init() {
  dBodyID chassis = dWebotsGetBodyFromDEF("CHASSIS"), wheel = dWebotsGetBodyFromDEF("WHEEL");
  if (!chassis || !wheel) return;
  const dReal* p = dBodyGetPosition(wheel);
  dJointID hinge = dJointCreateHinge(dBodyGetWorld(chassis), 0);
  dJointAttach(hinge, chassis, wheel);
  dJointSetHingeAnchor(hinge, p[0], p[1], p[2]);
  dJointSetHingeAxis(hinge, 0, 1, 0);
  dJointSetHingeParam(hinge, dParamSuspensionERP, step * stiffness / (step * stiffness + damping));
  dJointSetHingeParam(hinge, dParamSuspensionCFM, 1 / (step * stiffness + damping));
  dJointSetHingeSuspensionAxis(hinge, 0, 0, 1);
  dJointSetHingeParam(hinge, dParamVel, 3);
  dJointSetHingeParam(hinge, dParamFMax, 100);
}

void webots_physics_step() {}

void webots_physics_cleanup() {}
