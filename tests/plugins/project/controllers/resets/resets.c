/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Resets the simulation once, in its fifth step. */
#include <webots/robot.h>
#include <webots/supervisor.h>
int main() {
  wb_robot_init();
  for (int step = 1; wb_robot_step(8) != -1; step++)
    if (step == 5) wb_supervisor_simulation_reset();
  wb_robot_cleanup();
  return 0;
}
