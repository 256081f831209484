/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A joint whose endPoint is the static environment: its brake stops the robot. */
#include <webots/brake.h>
#include <webots/gps.h>
#include <webots/position_sensor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag way = device("way", WB_NODE_POSITION_SENSOR), gps = device("gps", WB_NODE_GPS),
                    brake = device("brake", WB_NODE_BRAKE);
  wb_position_sensor_enable(way, STEP);
  wb_gps_enable(gps, STEP);
  steps(10);
  /* The world as the robot sees it goes back. */
  NEAR(wb_position_sensor_get_value(way), -0.1, 1e-6);
  NEAR(wb_gps_get_values(gps)[0], 0.1, 1e-6);
  wb_brake_set_damping_constant(brake, 10);
  steps(300);
  /* v' = -(d / m) v with d / m = 5 / s; implicitly, v / (1 + 5 h) in each step: it goes on for the sum of h v, 1 m/s /
   * 5 per s. */
  NEAR(wb_position_sensor_get_value(way), -0.3, 1e-5);
  NEAR(wb_gps_get_values(gps)[0], 0.3, 1e-5);
  NEAR(wb_gps_get_values(gps)[2], 8, 1e-5);
  return finish();
}
