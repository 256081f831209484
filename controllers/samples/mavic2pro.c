/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Lets a Mavic 2 Pro hover a metre above where it stood, upright. Arrows tilt it ahead, back, left and right while they
 * are down; Page up and Page down change its height. The axes of the world do not matter: up is where the drone's own
 * up was at first. */
#include <math.h>
#include <webots/gps.h>
#include <webots/gyro.h>
#include <webots/inertial_unit.h>
#include <webots/keyboard.h>
#include <webots/motor.h>
#include <webots/robot.h>

#define HOVER 68.5   /* rad/s, at which the propellers carry the drone */
#define GRAVITY 9.81 /* m/s^2 */
#define TILT 0.08    /* rad, while an arrow is down */
#define CLIMB 0.5    /* m/s, of the height that is aimed at */

/* Where a propeller is seen from the middle, and the way it turns when it pushes upwards. */
static const struct {
  const char* name;
  int ahead, left, turn;
} propellers[] = {{"front right propeller", 1, -1, -1},
                  {"front left propeller", 1, 1, 1},
                  {"rear right propeller", -1, -1, 1},
                  {"rear left propeller", -1, 1, -1}};

/* `to`: the vector `from` in the axes of the body whose orientation q = (x, y, z, w) is; with `back` the other way
 * round. */
static void turn(const double q[4], const double from[3], int back, double to[3]) {
  const double s = back ? 1 : -1, x = s * q[0], y = s * q[1], z = s * q[2], w = q[3];
  const double t[3] = {2 * (y * from[2] - z * from[1]), 2 * (z * from[0] - x * from[2]),
                       2 * (x * from[1] - y * from[0])};
  to[0] = from[0] + w * t[0] + y * t[2] - z * t[1];
  to[1] = from[1] + w * t[1] + z * t[0] - x * t[2];
  to[2] = from[2] + w * t[2] + x * t[1] - y * t[0];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag gps = wb_robot_get_device("gps"), gyro = wb_robot_get_device("gyro");
  const WbDeviceTag unit = wb_robot_get_device("inertial unit");
  WbDeviceTag motors[4];
  wb_gps_enable(gps, step);
  wb_gyro_enable(gyro, step);
  wb_inertial_unit_enable(unit, step);
  wb_keyboard_enable(step);
  for (int i = 0; i < 4; ++i) {
    motors[i] = wb_robot_get_device(propellers[i].name);
    wb_motor_set_position(motors[i], INFINITY);
    wb_motor_set_velocity(motors[i], 0);
  }
  const double body_up[3] = {0, 0, 1};
  double up[3] = {0, 0, 0}, target = 0, last = 0;
  int begun = 0;
  while (wb_robot_step(step) != -1) {
    const double* q = wb_inertial_unit_get_quaternion(unit);
    if (!begun) turn(q, body_up, 1, up);
    const double height = dot(wb_gps_get_values(gps), up);
    if (!begun) {
      target = height + 1;
      last = height;
      begun = 1;
    }
    double ahead = 0, left = 0; /* rad, to lean */
    for (int key = wb_keyboard_get_key(); key >= 0; key = wb_keyboard_get_key()) {
      if (key == WB_KEYBOARD_UP) ahead = TILT;
      if (key == WB_KEYBOARD_DOWN) ahead = -TILT;
      if (key == WB_KEYBOARD_LEFT) left = TILT;
      if (key == WB_KEYBOARD_RIGHT) left = -TILT;
      if (key == WB_KEYBOARD_PAGEUP) target += CLIMB * step / 1000;
      if (key == WB_KEYBOARD_PAGEDOWN) target -= CLIMB * step / 1000;
    }
    const double climb = (height - last) * 1000 / step;
    last = height;
    double here[3]; /* up, seen by the drone: its x says how far it leans back, its y how far to the right */
    turn(q, up, 0, here);
    const double* rate = wb_gyro_get_values(gyro);
    /* Thrust goes with the square of the speed. */
    const double lift = fmax(-2, fmin(1.2 * (target - height) - 1.8 * climb, 2));
    const double roll = 1.3 * (here[1] + left) + 0.43 * rate[0];
    const double pitch = 4.4 * (here[0] + ahead) - 1.5 * rate[1];
    for (int i = 0; i < 4; ++i) {
      const double speed = HOVER * sqrt(1 + lift / GRAVITY) - propellers[i].left * roll - propellers[i].ahead * pitch;
      wb_motor_set_velocity(motors[i], propellers[i].turn * fmax(0, speed));
    }
  }
  wb_robot_cleanup();
  return 0;
}
