/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Calls what a physics plugin cannot have. */
#include <plugins/physics.h>
int wb_robot_step(int);
int dWorldStepFast1(dWorldID, dReal, int);
void nowhere_to_be_found(void);
void webots_physics_step() {
  wb_robot_step(1);
  dWorldStepFast1(0, 0.1, 3);
  nowhere_to_be_found();
}
void webots_physics_cleanup() {}
