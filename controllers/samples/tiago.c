/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a TIAGo does where no controller is named: it turns on the spot; if it has a body, it lifts it and looks about.
 * Built under the names of the default controllers of the robots. */
#include <math.h>
#include <webots/motor.h>
#include <webots/robot.h>

#include "find_device.h"

int main(void) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag left = find_device("wheel_left_joint"), right = find_device("wheel_right_joint");
  const WbDeviceTag lift = find_device("torso_lift_joint"), pan = find_device("head_1_joint"),
                    tilt = find_device("head_2_joint");
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);
  wb_motor_set_velocity(left, -1);
  wb_motor_set_velocity(right, 1);
  while (wb_robot_step(step) != -1) {
    const double time = wb_robot_get_time();
    if (lift) wb_motor_set_position(lift, 0.15 * (1 - cos(0.3 * time)));
    if (pan) wb_motor_set_position(pan, 0.8 * sin(time));
    if (tilt) wb_motor_set_position(tilt, 0.4 * sin(0.7 * time));
  }
  wb_robot_cleanup();
  return 0;
}
