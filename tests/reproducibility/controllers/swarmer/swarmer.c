/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Turns away from what it sees. */
#include <math.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag left = wb_robot_get_device("left"), right = wb_robot_get_device("right");
  WbDeviceTag eyes[3];
  const char* names[] = {"d0", "d1", "d2"};
  for (int i = 0; i < 3; ++i) wb_distance_sensor_enable(eyes[i] = wb_robot_get_device(names[i]), step);
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);
  while (wb_robot_step(step) != -1) {
    double seen[3];
    for (int i = 0; i < 3; ++i) seen[i] = wb_distance_sensor_get_value(eyes[i]) / 1000;
    wb_motor_set_velocity(left, 6 * exp(-seen[1] - seen[2]) - 4 * seen[2]);
    wb_motor_set_velocity(right, 6 * exp(-seen[0] - seen[2]) + 0.1);
  }
  wb_robot_cleanup();
  return 0;
}
