/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps a two-wheeled robot moving: steers away from what its five distance sensors see, turns on the spot where the
 * way ahead is blocked, and backs off when it pushes against something that does not give. */
#include <math.h>
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/gps.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#define WHEEL_RADIUS 0.05 /* m */
#define RANGE 0.6         /* m, of the distance sensors */
#define CRUISE 7.0        /* rad/s, of the wheels */
#define BLOCKED 0.16      /* m: nearer than this ahead means turning on the spot */
#define CLEAR 0.3         /* m: seen ahead before it drives on */
#define REPORT_PERIOD 10  /* s */

enum { LEFT, FRONT_LEFT, FRONT, FRONT_RIGHT, RIGHT, SENSORS };
static const char* const sensor_names[SENSORS] = {"left", "front left", "front", "front right", "right"};

typedef enum { DRIVE, TURN, BACK_OFF } Behaviour;

int main() {
  wb_robot_init();
  const int step = 4 * (int)wb_robot_get_basic_time_step();

  WbDeviceTag sensors[SENSORS];
  for (int i = 0; i < SENSORS; ++i) {
    sensors[i] = wb_robot_get_device(sensor_names[i]);
    wb_distance_sensor_enable(sensors[i], step);
  }
  const WbDeviceTag gps = wb_robot_get_device("gps");
  wb_gps_enable(gps, step);
  const WbDeviceTag encoders[2] = {wb_robot_get_device("left encoder"), wb_robot_get_device("right encoder")};
  const WbDeviceTag motors[2] = {wb_robot_get_device("left motor"), wb_robot_get_device("right motor")};
  for (int side = 0; side < 2; ++side) {
    wb_position_sensor_enable(encoders[side], step);
    wb_motor_set_position(motors[side], INFINITY);
    wb_motor_set_velocity(motors[side], 0);
  }

  Behaviour behaviour = DRIVE;
  double direction = 1; /* of a turn: +1 is to the left */
  double until = 0;     /* s: when backing off ends */
  double checked = 0;   /* s: when the progress was last looked at */
  double checked_x = NAN, checked_y = NAN;
  double report = REPORT_PERIOD;
  int turns = 0, escapes = 0;

  while (wb_robot_step(step) != -1) {
    const double now = wb_robot_get_time();
    double seen[SENSORS];
    for (int i = 0; i < SENSORS; ++i) seen[i] = wb_distance_sensor_get_value(sensors[i]);
    const double* position = wb_gps_get_values(gps);
    const double ahead = fmin(seen[FRONT], fmin(seen[FRONT_LEFT], seen[FRONT_RIGHT]));

    /* Wheels that turn without the robot getting anywhere: something too heavy to push, or too low to see. */
    if (isnan(checked_x) || now - checked >= 1.0) {
      if (behaviour == DRIVE && !isnan(checked_x) && hypot(position[0] - checked_x, position[1] - checked_y) < 0.05) {
        behaviour = BACK_OFF;
        until = now + 0.8;
        ++escapes;
      }
      checked = now;
      checked_x = position[0];
      checked_y = position[1];
    }

    if (behaviour == DRIVE && ahead < BLOCKED) {
      behaviour = TURN;
      ++turns;
      direction = seen[LEFT] + seen[FRONT_LEFT] >= seen[RIGHT] + seen[FRONT_RIGHT] ? 1 : -1;
    } else if (behaviour == TURN && ahead > CLEAR) {
      behaviour = DRIVE;
    } else if (behaviour == BACK_OFF && now >= until) {
      behaviour = TURN;
      direction = -direction;
    }

    double left = CRUISE, right = CRUISE;
    if (behaviour == TURN) {
      left = -0.5 * CRUISE * direction;
      right = 0.5 * CRUISE * direction;
    } else if (behaviour == BACK_OFF) {
      left = -0.6 * CRUISE;
      right = -0.3 * CRUISE;
    } else {
      /* Each side's nearness, the front sensors counting double, steers away from it. */
      const double steer = (2 * (RANGE - seen[FRONT_LEFT]) + (RANGE - seen[LEFT]) - 2 * (RANGE - seen[FRONT_RIGHT]) -
                            (RANGE - seen[RIGHT])) /
                           (3 * RANGE);
      left += 0.8 * CRUISE * steer;
      right -= 0.8 * CRUISE * steer;
    }
    wb_motor_set_velocity(motors[0], fmax(-12, fmin(12, left)));
    wb_motor_set_velocity(motors[1], fmax(-12, fmin(12, right)));

    if (now >= report) {
      report += REPORT_PERIOD;
      const double rolled =
          WHEEL_RADIUS * 0.5 * (wb_position_sensor_get_value(encoders[0]) + wb_position_sensor_get_value(encoders[1]));
      printf("%.0f s: at (%.2f, %.2f), wheels rolled %.2f m, turned away %d times, backed off %d times\n", now,
             position[0], position[1], rolled, turns, escapes);
      fflush(stdout);
    }
  }
  wb_robot_cleanup();
  return 0;
}
