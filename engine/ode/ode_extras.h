// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Functions that worlds and plugins expect of ODE and that stock ODE lacks: suspension axes on hinges, and two small
// ones. They have C linkage and ODE's manner of naming, so that plugins find them in the executable.
//
// A hinge (or hinge-2) with a suspension axis stays the joint it is for whoever holds its id: type, bodies, angles,
// rates, axes, anchor, user data, feedback, parameters, being enabled, its place among a body's joints. Underneath it
// is switched off, and a PU joint (prismatic + universal) of ours does the work: the prismatic axis is the suspension,
// held at 0 by a stop whose ERP and CFM are those of the suspension, i.e. a spring and damper of
//     k = ERP / (CFM h),  d = (1 - ERP) / CFM,    or  ERP = h k / (h k + d),  CFM = 1 / (h k + d).
// For that, the functions of ODE that touch such joints are defined again in ode_extras.cpp; as the executable is
// searched before libode, the engine, plugins and ODE itself all come through them. Without suspended joints they only
// pass on.
//
// Limits: the suspension axis turns with body 1, so the chassis should be body 1 (or the world, for which a kinematic
// body stands in). The axes of a hinge-2 with a suspension axis must be perpendicular.
// dJointGetHingeAnchor and ...Anchor2 differ by the spring's travel.
#pragma once

#include <ode/ode.h>

namespace lightsout {

// Called before a joint is destroyed, by ODE's function of that name.
using JointWatch = void (*)(dJointID joint);
void set_joint_watch(JointWatch watch);

}  // namespace lightsout

extern "C" {

// World axes at the time of the call; any length but 0. The zero vector takes the suspension away.
void dJointSetHingeSuspensionAxis(dJointID hinge, dReal x, dReal y, dReal z);
// World axes now; 0 0 0 if there is none.
void dJointGetHingeSuspensionAxis(dJointID hinge, dVector3 result);
void dJointSetHinge2SuspensionAxis(dJointID hinge2, dReal x, dReal y, dReal z);
// A hinge-2 on which none was set has ODE's own: its first axis.
void dJointGetHinge2SuspensionAxis(dJointID hinge2, dVector3 result);
// For multi-threaded collision elsewhere; nothing depends on it.
void dGeomSetDynamicFlag(dGeomID geom);
int dAreGeomsSame(dGeomID first, dGeomID second);
}

namespace lightsout {

// Travel of the suspension in m along its axis, of body 2 against body 1; 0 without one.
double suspension_travel(dJointID joint);

// The body that stands for the world in a suspended joint whose first body is the world; nullptr for all others.
dBodyID suspension_stand_in(dJointID joint);

// Makes sure that a program which links the engine has the functions above, for plugins, even where it calls none
// itself.
void keep_ode_extras();

}  // namespace lightsout
