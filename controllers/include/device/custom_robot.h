/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Of Webots 5: a CustomRobot was moved by its own controller. That is not simulated: a controller that asks for it
 * ends. */
#ifndef DEVICE_CUSTOM_ROBOT_H
#define DEVICE_CUSTOM_ROBOT_H

#include <stdio.h>
#include <stdlib.h>
#include <webots/robot.h>

#include "types.h"

static inline void device_not_moved(const char* function) {
  fprintf(stderr,
          "Error: %s() is not simulated: a physics plugin, or a supervisor by wb_supervisor_node_add_force(), pushes "
          "bodies.\n",
          function);
  wb_robot_cleanup();
  exit(EXIT_FAILURE);
}
#define custom_robot_move(...) device_not_moved("custom_robot_move")
#define custom_robot_set_rel_force_and_torque(...) device_not_moved("custom_robot_set_rel_force_and_torque")
#define custom_robot_set_abs_force_and_torque(...) device_not_moved("custom_robot_set_abs_force_and_torque")

#endif
