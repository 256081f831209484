/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Robots inside a robot: each has its controller and its devices, whatever its body is part of. */
#include <webots/gps.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>

#include "../check.h"

static double x_of(WbDeviceTag gps) { return wb_gps_get_values(gps)[0]; }

int main(int argc, char** argv) {
  wb_robot_init();
  const char* role = argc > 1 ? argv[1] : "";
  SAME(wb_robot_get_name(), role);
  const WbDeviceTag gps = device("gps", WB_NODE_GPS);
  wb_gps_enable(gps, STEP);
  steps(1);
  const double start = x_of(gps);
  if (!strcmp(role, "carrier")) {
    CHECK(wb_robot_get_number_of_devices() == 3);
    CHECK(wb_robot_get_device("turn") == 0); /* of the robot inside */
    const WbDeviceTag way = device("way", WB_NODE_POSITION_SENSOR);
    wb_position_sensor_enable(way, STEP);
    wb_motor_set_position(device("lift", WB_NODE_LINEAR_MOTOR), 0.3);
    steps(400);
    NEAR(wb_position_sensor_get_value(way), 0.3, 1e-3);
    /* 3 kg, the rider among them, against 1 kg: their centre of mass stays. */
    NEAR(x_of(gps) - start, -0.3 * 1 / 4, 1e-3);
  } else if (!strcmp(role, "rider")) {
    CHECK(wb_robot_get_number_of_devices() == 1);
    CHECK(wb_robot_get_device("lift") == 0);
    NEAR(start, 0.4, 1e-6);
    steps(400);
    NEAR(x_of(gps) - start, -0.3 * 1 / 4, 1e-3);
  } else {
    CHECK(wb_robot_get_number_of_devices() == 3);
    CHECK(wb_robot_get_device("lift") == 0); /* it is moved by it, and does not have it */
    const WbDeviceTag angle = device("angle", WB_NODE_POSITION_SENSOR);
    wb_position_sensor_enable(angle, STEP);
    wb_motor_set_position(device("turn", WB_NODE_ROTATIONAL_MOTOR), 0.5);
    steps(400);
    NEAR(wb_position_sensor_get_value(angle), 0.5, 1e-3);
    NEAR(x_of(gps) - start, 0.3 * 3 / 4, 1e-3);
  }
  return finish();
}
