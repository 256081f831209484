/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The physics plugin interface: what a plugin implements, and what it may call. A plugin is a shared library in C or
 * C++ that works on the simulation's own ODE objects; nothing has to be linked on Linux, the simulator exports ODE and
 * the functions below. All callbacks come from one thread, the one that runs the simulation. */
#ifndef LIGHTSOUT_PLUGINS_PHYSICS_H
#define LIGHTSOUT_PLUGINS_PHYSICS_H

/* pthread.h: plugins were told to lock. string.h, stdlib.h: many use memcpy and rand without asking for them. */
#include <ode/ode.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if defined(dSINGLE) || defined(dIDESINGLE)
#error "the simulator's ODE is double precision: build this plugin without dSINGLE"
#endif

#ifndef DLLEXPORT
#define DLLEXPORT __attribute__((visibility("default")))
#endif

/* C++ plugins of the first years define webots_physics_init with three arguments and webots_physics_draw with none.
 * They compile as overloads of what is declared here, and the simulator finds them by their C++ names. In C the
 * declarations have no parameter lists on purpose: they fit both forms. */
#ifdef __cplusplus
extern "C" {
#endif

/* ---- Callbacks ---- */

/* Optional. The world is built and stands at time 0: at load and after every reset. The working directory is the
 * plugin's folder during the call. The three ids (world, top-level space, contact joint group) are passed to either
 * form; they are the simulator's own and not to be destroyed. The seed of the world is in the environment:
 * LIGHTSOUT_SEED. */
DLLEXPORT void webots_physics_init();

/* Required. Before each step of ODE: forces and torques may be added, bodies and joints read and changed. With several
 * dynamics passes per basic step it is called in each. */
DLLEXPORT void webots_physics_step();

/* Optional. After each step of ODE: dJointFeedback structures hold the forces of the step that has just been made. */
DLLEXPORT void webots_physics_step_end();

/* Optional. For each pair of geoms whose bounding boxes overlap, before the world's ContactProperties are looked up. A
 * space of geoms (dGeomIsSpace), as a Group has it, comes first as a whole. Returns 0: the simulator makes the
 * contacts, or asks about what is in the space; 1: the plugin has handled the pair; 2: so it has, and the collision is
 * also recorded as notable. Contact joints belong into the group of dWebotsGetContactJointGroup(), which is emptied
 * after the next step of ODE. */
DLLEXPORT int webots_physics_collide(dGeomID, dGeomID);

/* Required. The world is about to be destroyed or reset. ODE objects need not be destroyed by the plugin. */
DLLEXPORT void webots_physics_cleanup();

/* Optional. Called only when the world is drawn to a file: pass 0 before, pass 1 after the world itself; `view` is NULL
 * for the main view, else the name of the robot whose view it is. OpenGL calls made here are recorded as debug geometry
 * in world coordinates. */
#ifdef __cplusplus
DLLEXPORT void webots_physics_draw(int pass, const char* view);
#else
DLLEXPORT void webots_physics_draw();
#endif

/* Optional, of the first years: what webots_physics_draw(0, ...) is now. */
DLLEXPORT void webots_physics_predraw();

/* ---- Services, to be called from a callback ---- */

/* The body of the Solid with that DEF name. Dots scope the search and may skip levels: "ROBOT.LEFT_ARM.HAND". NULL if
 * there is no such Solid or if it has no Physics, with a warning where `def` is NULL or empty. Solids that are merged
 * (with Physics, rigidly below one with Physics) have one body together, which each of them gives. The id stays,
 * whatever else is edited, as long as the Solid is there, has Physics and is not merged into another. */
dBodyID dWebotsGetBodyFromDEF(const char* def);

/* The geom, or the space of geoms, of that Solid's boundingObject; NULL if there is none. The id stays as long as the
 * geometry's node is there and of the same type. */
dGeomID dWebotsGetGeomFromDEF(const char* def);

/* The group for contact joints. It may be another one at the next step: ask in each webots_physics_collide. */
dJointGroupID dWebotsGetContactJointGroup();

/* Sends a packet to every enabled Receiver on exactly that channel, as an Emitter of infinite range would; it comes
 * after those that robots send in the same step. Without a buffer, or with a size below 1, it warns and sends nothing.
 */
void dWebotsSend(int channel, const void* buffer, int size);

/* All packets that controllers have sent on channel 0 and that were not received yet, one after the other; NULL if
 * there are none, so also if it is called again within the step. *size (which may be NULL) becomes their length in
 * bytes. The memory is the simulator's, valid until the next step; it ends with a zero byte that is not counted. */
void* dWebotsReceive(int* size);

/* Simulated time in milliseconds. */
double dWebotsGetTime();

/* A line in the log, with a prefix that names the plugin and a newline. A form feed clears the console: it is logged as
 * a line that says so. */
void dWebotsConsolePrintf(const char* format, ...) __attribute__((format(printf, 1, 2)));

/* ---- What stock ODE lacks ---- */

/* Lets a hinge give way along an axis (world coordinates, fixed in body 1) on a spring of dParamSuspensionERP and
 * dParamSuspensionCFM, which dJointSetHingeParam and dJointGetHingeParam know. A zero vector makes it rigid again. */
void dJointSetHingeSuspensionAxis(dJointID, dReal x, dReal y, dReal z);
void dJointGetHingeSuspensionAxis(dJointID, dVector3 result);

/* The same for a hinge-2, whose own suspension is along its first axis. */
void dJointSetHinge2SuspensionAxis(dJointID, dReal x, dReal y, dReal z);
void dJointGetHinge2SuspensionAxis(dJointID, dVector3 result);

/* For multi-threaded ODE; accepted, nothing depends on it here. */
void dGeomSetDynamicFlag(dGeomID geom);

/* 1 if both are the same geom, else 0. */
int dAreGeomsSame(dGeomID, dGeomID);

#ifdef __cplusplus
}
#endif

#endif
