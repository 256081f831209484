/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Tracks: a conveyor, what it carries, and a robot on two belts. */
#include <webots/gps.h>
#include <webots/gyro.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>

#include "../check.h"

static void run(WbDeviceTag motor, double speed) {
  wb_motor_set_position(motor, INFINITY);
  wb_motor_set_velocity(motor, speed);
}

static void conveyor(void) {
  const WbDeviceTag belt = device("belt", WB_NODE_LINEAR_MOTOR), way = device("way", WB_NODE_POSITION_SENSOR);
  CHECK(wb_motor_get_type(belt) == WB_LINEAR);
  CHECK(wb_position_sensor_get_type(way) == WB_LINEAR);
  wb_position_sensor_enable(way, STEP);
  steps(100);
  NEAR(wb_position_sensor_get_value(way), 0, 1e-12);
  run(belt, 0.4);
  steps(300);
  NEAR(wb_position_sensor_get_value(way), 3 * 0.4, 1e-9);
  run(belt, 0);
  steps(100);
  NEAR(wb_position_sensor_get_value(way), 3 * 0.4, 1e-9);
}

static void passenger(void) {
  const WbDeviceTag gps = device("gps", WB_NODE_GPS);
  wb_gps_enable(gps, STEP);
  steps(100);
  NEAR(wb_gps_get_values(gps)[0], -2, 1e-3);
  NEAR(wb_gps_get_values(gps)[2], 0.65, 1e-3); /* it lies on the belt */
  steps(100);
  const double before = wb_gps_get_values(gps)[0];
  steps(100);
  NEAR(wb_gps_get_values(gps)[0] - before, 0.4, 1e-3);
  steps(200);
  NEAR(wb_gps_get_speed(gps), 0, 1e-3);
}

static void tank(void) {
  const WbDeviceTag gps = device("gps", WB_NODE_GPS), gyro = device("gyro", WB_NODE_GYRO);
  const WbDeviceTag left = device("left", WB_NODE_LINEAR_MOTOR), right = device("right", WB_NODE_LINEAR_MOTOR);
  wb_gps_enable(gps, STEP);
  wb_gyro_enable(gyro, STEP);
  run(left, 0.3);
  run(right, 0.3);
  steps(100);
  const double before = wb_gps_get_values(gps)[0];
  steps(200);
  NEAR(wb_gps_get_values(gps)[0] - before, 0.6, 6e-3);
  run(left, -0.3);
  steps(200);
  /* The outer edges of the belts, 0.3 m from the middle, hold: tests/worlds/track_test.cpp. */
  NEAR(wb_gyro_get_values(gyro)[2], 0.3 / 0.3, 0.01);
}

int main(int argc, char** argv) {
  wb_robot_init();
  const char* role = argc > 1 ? argv[1] : "";
  if (!strcmp(role, "conveyor"))
    conveyor();
  else if (!strcmp(role, "passenger"))
    passenger();
  else
    tank();
  return finish();
}
