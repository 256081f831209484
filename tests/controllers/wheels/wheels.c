/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Enables its sensors, prints what it reads at each step, and drives its motor by the reading. */
#include <stdio.h>
#include <webots/device.h>
#include <webots/distance_sensor.h>
#include <webots/gps.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  printf("%s %s %d %s %d\n", wb_robot_get_name(), wb_robot_get_model(), wb_robot_get_number_of_devices(),
         wb_robot_get_custom_data(), argc);
  for (int i = 1; i < argc; ++i) printf("argument %s\n", argv[i]);
  const WbDeviceTag motor = wb_robot_get_device("motor");
  const WbDeviceTag ds = wb_robot_get_device("ds");
  const WbDeviceTag gps = wb_robot_get_device("gps");
  wb_distance_sensor_enable(ds, 2 * step);
  wb_gps_enable(gps, step);
  printf("before %g %d %g\n", wb_distance_sensor_get_value(ds), wb_distance_sensor_get_lookup_table_size(ds),
         wb_distance_sensor_get_lookup_table(ds)[3]);
  wb_motor_set_position(motor, INFINITY);
  while (wb_robot_step(step) != -1) {
    printf("t=%g ds=%g x=%g\n", wb_robot_get_time(), wb_distance_sensor_get_value(ds), wb_gps_get_values(gps)[0]);
    wb_motor_set_velocity(motor, -wb_distance_sensor_get_value(ds));
  }
  printf("over");
  wb_robot_cleanup();
  return 0;
}
