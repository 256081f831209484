/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Misuses tags and arguments; sends custom data too big for the box. */
#include <stdio.h>
#include <string.h>
#include <webots/distance_sensor.h>
#include <webots/gps.h>
#include <webots/motor.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  const WbDeviceTag motor = wb_robot_get_device("motor"), ds = wb_robot_get_device("ds");
  printf("unknown %d\n", wb_robot_get_device("no such"));
  for (int i = 0; i < 3; ++i) wb_motor_set_velocity(ds, 1);
  wb_motor_set_velocity(99, 1);
  wb_motor_set_velocity(motor, NAN);
  wb_motor_set_position(motor, 1);
  wb_motor_set_velocity(motor, -1);
  printf("disabled %g\n", wb_distance_sensor_get_value(ds));
  static char data[100001];
  memset(data, 'd', 100000);
  wb_robot_set_custom_data(data);
  printf("custom %zu\n", strlen(wb_robot_get_custom_data()));
  wb_robot_step(8);
  printf("custom %s\n", wb_robot_get_custom_data());
  wb_robot_step(0);
  printf("urdf %s\n", wb_robot_get_urdf("p_"));
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
