/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Propeller, Fluid and ImmersionProperties: a boat floats, and goes as fast as its screw and its drag let it. */
#include <webots/gps.h>
#include <webots/motor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag gps = device("gps", WB_NODE_GPS), screw = device("screw", WB_NODE_ROTATIONAL_MOTOR);
  wb_gps_enable(gps, STEP);
  steps(100);
  /* Archimedes: 50 kg displace 1000 x 1 x 0.5 x 0.1. */
  NEAR(wb_gps_get_values(gps)[2], 0, 1e-3);
  wb_motor_set_position(screw, INFINITY);
  wb_motor_set_velocity(screw, 50);
  steps(1500);
  /* t1 w^2 = 5 N; drag is C density A v^2 with the area 0.5 x 0.1 m^2 that looks along x. Nearer by a factor of 17 in
   * each 5 s: 50 kg / (2 x 40 N s^2/m^2 x 0.35 m/s) = 1.8 s. */
  NEAR(wb_gps_get_speed(gps), sqrt(5 / (0.8 * 1000 * 0.5 * 0.1)), 2e-3);
  NEAR(wb_gps_get_values(gps)[1], 0, 1e-3);
  NEAR(wb_gps_get_values(gps)[2], 0, 1e-3);
  const double speed = wb_gps_get_speed(gps);
  wb_motor_set_velocity(screw, 0);
  steps(200);
  /* v' = -k v^2, k = 40 / 50 per m: 1 / v grows by k t. */
  NEAR(wb_gps_get_speed(gps), 1 / (1 / speed + 0.8 * 2), 2e-3);
  return finish();
}
