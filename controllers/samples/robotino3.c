/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a Robotino 3 about on its three omni wheels, without ever turning: straight on, and away from what its
 * infrared sensors see, whichever side that is on. */
#include <math.h>
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>

#define PI 3.14159265358979323846
#define WHEELS 3
#define SENSORS 9
#define WHEEL_RADIUS 0.063 /* m */
#define CRUISE 0.3         /* m/s */
#define NEAR 0.8           /* V: a Sharp sensor sees something at some 15 cm */

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  WbDeviceTag wheels[WHEELS], sensors[SENSORS];
  char name[32];
  for (int i = 0; i < WHEELS; ++i) {
    snprintf(name, sizeof name, "wheel%d_joint", i);
    wheels[i] = wb_robot_get_device(name);
    wb_motor_set_position(wheels[i], INFINITY);
    wb_motor_set_velocity(wheels[i], 0);
  }
  for (int i = 0; i < SENSORS; ++i) {
    snprintf(name, sizeof name, "ir%d", i + 1);
    sensors[i] = wb_robot_get_device(name);
    wb_distance_sensor_enable(sensors[i], step);
  }
  double way = 0; /* rad, from straight ahead to the left */
  while (wb_robot_step(step) != -1) {
    /* Sensor i looks 40 degrees times i to the left. What is near pushes the way aside, as a wall does a ball. */
    for (int i = 0; i < SENSORS; ++i) {
      const double side = 2 * PI * i / SENSORS;
      if (wb_distance_sensor_get_value(sensors[i]) < NEAR || cos(way - side) <= 0) continue;
      way = remainder(2 * side + PI - way + 0.2, 2 * PI);
      break;
    }
    for (int i = 0; i < WHEELS; ++i) {
      /* Wheel i stands at this angle, on an axle that leads outwards: rolling, it moves the robot to (sin, -cos) of it.
       */
      const double place = PI + i * 2 * PI / 3;
      wb_motor_set_velocity(wheels[i], CRUISE / WHEEL_RADIUS * sin(place - way));
    }
  }
  wb_robot_cleanup();
  return 0;
}
