/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Reads its sensors and sets its motor at every step, as short as a control loop can be. paces <microseconds>: thinks
 * so long. */
#include <stdlib.h>
#include <time.h>
#include <webots/distance_sensor.h>
#include <webots/gps.h>
#include <webots/motor.h>
#include <webots/robot.h>

/* Of the processor time that it has had: others that share the processor do not think for it. */
static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

int main(int argc, char** argv) {
  const double thinking_us = argc > 1 ? atof(argv[1]) : 0;
  wb_robot_init();
  const WbDeviceTag motor = wb_robot_get_device("motor"), ds = wb_robot_get_device("ds"),
                    gps = wb_robot_get_device("gps");
  wb_distance_sensor_enable(ds, 8);
  wb_gps_enable(gps, 8);
  wb_motor_set_position(motor, INFINITY);
  while (wb_robot_step(8) != -1) {
    if (thinking_us > 0)
      for (const double until = now_us() + thinking_us; now_us() < until;) {
      }
    wb_motor_set_velocity(motor, wb_distance_sensor_get_value(ds) + wb_gps_get_values(gps)[0]);
  }
  wb_robot_cleanup();
  return 0;
}
