/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Says how often it was initialised since it was loaded. */
#include <plugins/physics.h>
static int times;
void webots_physics_init() { dWebotsConsolePrintf("initialised %d", ++times); }
void webots_physics_step() {}
void webots_physics_cleanup() {}
