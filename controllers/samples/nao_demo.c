/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Shows what a Nao has, standing: it looks about, waves its right hand, lets its LEDs change colour, and tells what its
 * feet and its sonars measure every other second. Keys: H tells the pose of the head, W starts a wave. */
#include <math.h>
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/inertial_unit.h>
#include <webots/keyboard.h>
#include <webots/led.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>
#include <webots/touch_sensor.h>

#define PI 3.14159265358979323846
#define REPORT_PERIOD 2.0 /* s */
#define WAVE_PERIOD 10.0  /* s, from one wave to the next */
#define WAVE_TIME 4.0     /* s */

static WbDeviceTag motor(const char* name) {
  const WbDeviceTag tag = wb_robot_get_device(name);
  wb_motor_set_velocity(tag, 0.5 * wb_motor_get_max_velocity(tag));
  return tag;
}

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag yaw = motor("HeadYaw"), pitch = motor("HeadPitch");
  const WbDeviceTag shoulder = motor("RShoulderPitch"), roll = motor("RShoulderRoll"), elbow = motor("RElbowRoll");
  const WbDeviceTag chest = wb_robot_get_device("ChestBoard/Led");
  const WbDeviceTag sonars[2] = {wb_robot_get_device("Sonar/Left"), wb_robot_get_device("Sonar/Right")};
  const WbDeviceTag feet[2] = {wb_robot_get_device("LFsr"), wb_robot_get_device("RFsr")};
  for (int side = 0; side < 2; ++side) {
    wb_distance_sensor_enable(sonars[side], step);
    wb_touch_sensor_enable(feet[side], step);
  }
  wb_keyboard_enable(step);
  double report = REPORT_PERIOD, wave = 1;
  while (wb_robot_step(step) != -1) {
    const double now = wb_robot_get_time();
    for (int key = wb_keyboard_get_key(); key >= 0; key = wb_keyboard_get_key()) {
      if (key == 'W') wave = now;
      if (key == 'H')
        printf("head: yaw %.2f, pitch %.2f rad\n", wb_motor_get_target_position(yaw),
               wb_motor_get_target_position(pitch));
    }
    wb_motor_set_position(yaw, 0.6 * sin(0.5 * now));
    wb_motor_set_position(pitch, 0.15 * sin(now));
    const double since = now - wave;
    if (since >= WAVE_PERIOD) wave = now;
    const int waves = since >= 0 && since < WAVE_TIME;
    wb_motor_set_position(shoulder, waves ? -1.0 : 1.4);
    wb_motor_set_position(roll, waves ? -0.3 + 0.2 * sin(2 * PI * since) : -0.15);
    wb_motor_set_position(elbow, waves ? 0.8 : 0.5);
    const int colors[] = {0xff0000, 0x00ff00, 0x0000ff};
    wb_led_set(chest, colors[(int)now % 3]);
    if (now >= report) {
      report += REPORT_PERIOD;
      const double* left = wb_touch_sensor_get_values(feet[0]);
      const double left_force = left[2]; /* readings are tenths of newtons */
      const double* right = wb_touch_sensor_get_values(feet[1]);
      printf("%.0f s: feet %.1f and %.1f N, sonars %.2f and %.2f m\n", now, 0.1 * left_force, 0.1 * right[2],
             wb_distance_sensor_get_value(sonars[0]), wb_distance_sensor_get_value(sonars[1]));
      fflush(stdout);
    }
  }
  wb_robot_cleanup();
  return 0;
}
