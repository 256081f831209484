/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Removes the ball in its fifth step. */
#include <webots/robot.h>
#include <webots/supervisor.h>
int main() {
  wb_robot_init();
  for (int step = 1; wb_robot_step(8) != -1; step++)
    if (step == 5) wb_supervisor_node_remove(wb_supervisor_node_get_from_def("BALL"));
  wb_robot_cleanup();
  return 0;
}
