/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Swings an arm along sines, harder where its sensors say that it lags. */
#include <math.h>
#include <webots/accelerometer.h>
#include <webots/gps.h>
#include <webots/gyro.h>
#include <webots/inertial_unit.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag shoulder = wb_robot_get_device("shoulder"), wrist = wb_robot_get_device("wrist"),
                    hand = wb_robot_get_device("hand"), lift = wb_robot_get_device("lift"),
                    angle = wb_robot_get_device("shoulder angle"), unit = wb_robot_get_device("inertial unit"),
                    gps = wb_robot_get_device("gps"), gyro = wb_robot_get_device("upper gyro"),
                    felt = wb_robot_get_device("upper accelerometer");
  wb_position_sensor_enable(angle, step);
  wb_inertial_unit_enable(unit, 2 * step);
  wb_gps_enable(gps, 3 * step);
  wb_gyro_enable(gyro, step);
  wb_accelerometer_enable(felt, step);
  wb_motor_set_position(hand, INFINITY);
  for (int k = 0; wb_robot_step(step) != -1; ++k) {
    const double t = wb_robot_get_time();
    const double* turn = wb_inertial_unit_get_roll_pitch_yaw(unit);
    const double lag = sin(1.3 * t) - wb_position_sensor_get_value(angle);
    wb_motor_set_position(shoulder, sin(1.3 * t) + 0.1 * atan2(lag, 1 + fabs(lag)));
    wb_motor_set_position(wrist, 0.8 * cos(2.1 * t) + (k > 2 ? 0.1 * turn[1] : 0));
    wb_motor_set_velocity(hand, 3 * sin(0.7 * t) + 0.05 * wb_gyro_get_values(gyro)[1]);
    wb_motor_set_position(lift, 0.05 * exp(sin(3 * t)));
  }
  wb_robot_cleanup();
  return 0;
}
