/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Destroys the simulator's contact group. */
#include <plugins/physics.h>
void webots_physics_step() { dJointGroupDestroy(dWebotsGetContactJointGroup()); }
void webots_physics_cleanup() {}
