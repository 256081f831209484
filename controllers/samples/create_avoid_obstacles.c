/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a Create about as a vacuum cleaner does: straight on until a bumper is pressed or a cliff sensor loses the
 * floor, then back a little and round by an angle that is never the same, away from what it met. */
#include <math.h>
#include <stdlib.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>
#include <webots/touch_sensor.h>

#define CRUISE 8.0     /* rad/s, of the wheels */
#define NO_FLOOR 100.0 /* cliff sensors read less */
#define BACK_TIME 0.6  /* s */
#define TURN_TIME 0.8  /* s, and up to as much again */

enum { LEFT, RIGHT, SIDES };

static int sees_no_floor(WbDeviceTag sensor) { return wb_distance_sensor_get_value(sensor) < NO_FLOOR; }

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag motors[SIDES] = {wb_robot_get_device("left wheel motor"), wb_robot_get_device("right wheel motor")};
  const WbDeviceTag bumpers[SIDES] = {wb_robot_get_device("bumper_left"), wb_robot_get_device("bumper_right")};
  const WbDeviceTag cliffs[SIDES][2] = {{wb_robot_get_device("cliff_left"), wb_robot_get_device("cliff_front_left")},
                                        {wb_robot_get_device("cliff_right"), wb_robot_get_device("cliff_front_right")}};
  for (int side = 0; side < SIDES; ++side) {
    wb_motor_set_position(motors[side], INFINITY);
    wb_motor_set_velocity(motors[side], 0);
    wb_touch_sensor_enable(bumpers[side], step);
    for (int i = 0; i < 2; ++i) wb_distance_sensor_enable(cliffs[side][i], step);
  }
  double back_until = 0, turn_until = 0;
  int direction = 1; /* of a turn: 1 is to the left */
  while (wb_robot_step(step) != -1) {
    const double now = wb_robot_get_time();
    double left = CRUISE, right = CRUISE;
    if (now < back_until) {
      left = right = -0.5 * CRUISE;
    } else if (now < turn_until) {
      left = -0.5 * CRUISE * direction;
      right = 0.5 * CRUISE * direction;
    } else {
      int met[SIDES];
      for (int side = 0; side < SIDES; ++side)
        met[side] = wb_touch_sensor_get_value(bumpers[side]) > 0 || sees_no_floor(cliffs[side][0]) ||
                    sees_no_floor(cliffs[side][1]);
      if (met[LEFT] || met[RIGHT]) {
        direction = met[LEFT] ? -1 : 1;
        back_until = now + BACK_TIME;
        turn_until = back_until + TURN_TIME * (1 + rand() / (double)RAND_MAX);
      }
    }
    wb_motor_set_velocity(motors[LEFT], left);
    wb_motor_set_velocity(motors[RIGHT], right);
  }
  wb_robot_cleanup();
  return 0;
}
