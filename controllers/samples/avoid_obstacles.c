/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a wheeled robot of the library about and keeps it off what its distance sensors see, after Braitenberg: each
 * sensor, by its nearness, speeds the wheels on its own side up and slows those on the other side down. Where the way
 * ahead is blocked the robot turns on the spot, one way until it is free, so that it does not shake its head in a
 * corner. Built under several names: the default controllers of the robots in the table below. The wheels of a robot
 * may be those of a DifferentialWheels node too. */
#include <math.h>
#include <stdio.h>
#include <webots/differential_wheels.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>

#include "find_device.h"

#define MAX_WHEELS 4
#define MAX_SENSORS 8
#define PI 3.14159265358979323846

typedef struct {
  const char* name;
  double angle; /* degrees, of its view: 0 ahead, 90 left */
} Sensor;

typedef struct {
  const char* left[MAX_WHEELS / 2 + 1]; /* motors */
  const char* right[MAX_WHEELS / 2 + 1];
  Sensor sensors[MAX_SENSORS + 1];
  double free, near; /* readings: nothing to be seen, and as near as it should come */
  double cruise;     /* rad/s, of the wheels */
} Robot;

/* clang-format off */
static const Robot robots[] = {
  /* e-puck: 3 cm and 1 cm away. */
  {{"left wheel motor"}, {"right wheel motor"},
   {{"ps7", 17}, {"ps6", 49}, {"ps5", 90}, {"ps0", -17}, {"ps1", -49}, {"ps2", -90}}, 100, 900, 3.5},
  /* Khepera III, which has the names of the Khepera's devices too: 6 cm and 3 cm. */
  {{"left wheel motor"}, {"right wheel motor"},
   {{"ds3", 13}, {"ds2", 43}, {"ds1", 77}, {"ds4", -13}, {"ds5", -43}, {"ds6", -77}, {"ds8", 180}}, 280, 1200, 5},
  /* Khepera: 5 cm and 1.5 cm. */
  {{"left wheel motor"}, {"right wheel motor"},
   {{"ds2", 10}, {"ds1", 45}, {"ds0", 90}, {"ds3", -10}, {"ds4", -45}, {"ds5", -90}}, 50, 700, 12},
  /* Khepera IV: 20 cm and 6 cm. */
  {{"left wheel motor"}, {"right wheel motor"},
   {{"front infrared sensor", 0}, {"front left infrared sensor", 45}, {"left infrared sensor", 90},
    {"front right infrared sensor", -45}, {"right infrared sensor", -90}}, 200, 760, 10},
  /* Pioneer 3-AT: 1 m and 0.35 m. */
  {{"front left wheel", "back left wheel"}, {"front right wheel", "back right wheel"},
   {{"so3", 10}, {"so2", 30}, {"so1", 50}, {"so0", 90}, {"so4", -10}, {"so5", -30}, {"so6", -50}, {"so7", -90}}, 819, 952, 4},
  /* Pioneer 3-DX. */
  {{"left wheel"}, {"right wheel"},
   {{"so3", 10}, {"so2", 30}, {"so1", 50}, {"so0", 90}, {"so4", -10}, {"so5", -30}, {"so6", -50}, {"so7", -90}}, 819, 952, 5},
  /* Thymio II: 9 cm and 4 cm. */
  {{"motor.left"}, {"motor.right"},
   {{"prox.horizontal.2", 0}, {"prox.horizontal.1", 20}, {"prox.horizontal.0", 40}, {"prox.horizontal.3", -20},
    {"prox.horizontal.4", -40}}, 1100, 3000, 5},
  /* ROSbot: 0.6 m and 0.2 m. */
  {{"front left wheel motor", "rear left wheel motor"}, {"front right wheel motor", "rear right wheel motor"},
   {{"front left distance sensor", 10}, {"front right distance sensor", -10}}, 0.6, 0.2, 8},
  {{"fl_wheel_joint", "rl_wheel_joint"}, {"fr_wheel_joint", "rr_wheel_joint"}, {{"fl_range", 10}, {"fr_range", -10}}, 0.6, 0.2, 8}
};
/* clang-format on */

static int has_wheels(void) { return wb_robot_get_type() == WB_NODE_DIFFERENTIAL_WHEELS; }

static int has_all(const Robot* robot) {
  for (const char* const* name = robot->left; *name && !has_wheels(); ++name)
    if (!find_device(*name)) return 0;
  for (const char* const* name = robot->right; *name && !has_wheels(); ++name)
    if (!find_device(*name)) return 0;
  for (const Sensor* sensor = robot->sensors; sensor->name; ++sensor)
    if (!find_device(sensor->name)) return 0;
  return 1;
}

static double bounded(double speed, double most) { return fmax(-most, fmin(speed, most)); }

static void set_speed(const char* const* motors, double speed) {
  for (; *motors; ++motors) {
    const WbDeviceTag motor = find_device(*motors);
    wb_motor_set_position(motor, INFINITY);
    wb_motor_set_velocity(motor, bounded(speed, wb_motor_get_max_velocity(motor)));
  }
}

/* rad/s. */
static void set_speeds(const Robot* robot, double left, double right) {
  if (has_wheels()) {
    const double unit = wb_differential_wheels_get_speed_unit(), most = wb_differential_wheels_get_max_speed() / unit;
    wb_differential_wheels_set_speed(bounded(left / unit, most), bounded(right / unit, most));
    return;
  }
  set_speed(robot->left, left);
  set_speed(robot->right, right);
}

int main() {
  wb_robot_init();
  const Robot* robot = NULL;
  for (size_t i = 0; i < sizeof robots / sizeof *robots && !robot; ++i)
    if (has_all(&robots[i])) robot = &robots[i];
  if (!robot) {
    fprintf(stderr, "this robot has not the wheels and distance sensors of any robot that this controller knows\n");
    wb_robot_cleanup();
    return 1;
  }
  const int basic = (int)wb_robot_get_basic_time_step();
  const int step = basic * (basic < 32 ? (32 + basic - 1) / basic : 1);
  for (const Sensor* sensor = robot->sensors; sensor->name; ++sensor)
    wb_distance_sensor_enable(find_device(sensor->name), step);

  int turn = 0; /* 1 to the left, -1 to the right */
  while (wb_robot_step(step) != -1) {
    double aside = 0, ahead = 0; /* nearness on the left less that on the right; the greatest one ahead */
    for (const Sensor* sensor = robot->sensors; sensor->name; ++sensor) {
      const double reading = wb_distance_sensor_get_value(find_device(sensor->name));
      if (isnan(reading)) continue;
      const double nearness = fmax(0, fmin((reading - robot->free) / (robot->near - robot->free), 1));
      const double forward = cos(sensor->angle * PI / 180);
      if (sensor->angle != 0) aside += (sensor->angle > 0 ? 0.5 : -0.5) * (1 + forward) * nearness;
      if (forward > 0.5) ahead = fmax(ahead, nearness);
    }
    if (ahead > 0.5 && turn == 0)
      turn = aside > 0 ? -1 : 1;
    else if (ahead < 0.1)
      turn = 0;
    const double left = turn != 0 ? -0.5 * turn : 1 + aside, right = turn != 0 ? 0.5 * turn : 1 - aside;
    set_speeds(robot, robot->cruise * fmax(-0.5, fmin(left, 1)), robot->cruise * fmax(-0.5, fmin(right, 1)));
  }
  wb_robot_cleanup();
  return 0;
}
