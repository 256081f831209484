/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What Spot does where no controller is named: it stands, lies down and stands up again, and again. */
#include <stdio.h>
#include <stdlib.h>
#include <webots/motor.h>
#include <webots/robot.h>

enum { legs = 4, joints = 3 };

static WbDeviceTag motors[legs][joints];

/* Moves all joints evenly to where the legs have these angles in `seconds`; ends the program with the simulation. */
static void move_to(const double angles[joints], double seconds) {
  static double now[joints];
  const int step = (int)wb_robot_get_basic_time_step();
  const int steps = (int)(seconds * 1000 / step);
  const double from[joints] = {now[0], now[1], now[2]};
  for (int i = 1; i <= steps; ++i) {
    for (int j = 0; j < joints; ++j) {
      now[j] = from[j] + (angles[j] - from[j]) * i / steps;
      /* Legs of the right side spread to the other side. */
      for (int leg = 0; leg < legs; ++leg) wb_motor_set_position(motors[leg][j], j == 0 && leg % 2 ? -now[j] : now[j]);
    }
    if (wb_robot_step(step) == -1) {
      wb_robot_cleanup();
      _Exit(0);
    }
  }
}

int main(void) {
  static const char* leg_names[legs] = {"front left", "front right", "rear left", "rear right"};
  static const char* joint_names[joints] = {"shoulder abduction", "shoulder rotation", "elbow"};
  wb_robot_init();
  for (int leg = 0; leg < legs; ++leg)
    for (int j = 0; j < joints; ++j) {
      char name[64];
      snprintf(name, sizeof name, "%s %s motor", leg_names[leg], joint_names[j]);
      motors[leg][j] = wb_robot_get_device(name);
    }
  const double standing[joints] = {-0.1, 0, 0}, lying[joints] = {-0.4, -0.99, 1.59};
  for (;;) {
    move_to(standing, 2);
    move_to(lying, 2);
    move_to(lying, 1);
  }
}
