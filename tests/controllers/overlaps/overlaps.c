/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Computes between step_begin and step_end: readings must not move there, and commands belong to the next request. */
#include <stdio.h>
#include <unistd.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  const WbDeviceTag motor = wb_robot_get_device("motor"), ds = wb_robot_get_device("ds");
  wb_distance_sensor_enable(ds, 8);
  wb_motor_set_velocity(motor, 1);
  wb_robot_step(8);
  wb_motor_set_velocity(motor, 2);
  wb_robot_step_begin(8);
  usleep(20000);
  printf("between %g %g\n", wb_robot_get_time(), wb_distance_sensor_get_value(ds));
  wb_motor_set_velocity(motor, 3);
  wb_motor_set_position(motor, 0.5);
  wb_robot_step_end();
  printf("after %g %g\n", wb_robot_get_time(), wb_distance_sensor_get_value(ds));
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
