/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Hands ODE the NULL that a look-up gave. */
#include <plugins/physics.h>
static dBodyID body;
void webots_physics_init() { body = dWebotsGetBodyFromDEF("NOBODY"); }
void webots_physics_step() { dBodyAddForce(body, 1, 0, 0); }
void webots_physics_cleanup() {}
