/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Pushes a body that it asked for once, also after its Solid was removed. */
#include <plugins/physics.h>
static dBodyID ball;
void webots_physics_init() { ball = dWebotsGetBodyFromDEF("BALL"); }
void webots_physics_step() { dBodyAddForce(ball, 0, 0, 1); }
void webots_physics_cleanup() {}
