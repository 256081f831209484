/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A robot of a flat world: two wheels move it, without Physics. Reference manual, DifferentialWheels: the speeds come
 * up by maxAcceleration, 10 rad/s^2. Its front is -z, x is to its right. */
#include <webots/compass.h>
#include <webots/differential_wheels.h>
#include <webots/gps.h>

#include "../check.h"

static const double h = 0.01, radius = 0.02, axle = 0.1;

/* What a wheel turns in `n` steps from rest to a speed. */
static double turned(double speed, int n) {
  double angle = 0;
  for (int i = 1; i <= n; ++i) angle += fmin(0.1 * i, speed) * h;
  return angle;
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag gps = device("gps", WB_NODE_GPS), compass = device("compass", WB_NODE_COMPASS);
  wb_gps_enable(gps, STEP);
  wb_compass_enable(compass, STEP);
  wb_differential_wheels_enable_encoders(STEP);
  wb_differential_wheels_set_speed(2, 2);
  steps(100);
  const double ahead = turned(2, 100);
  NEAR(wb_differential_wheels_get_left_encoder(), 100 * ahead, 1e-6);
  NEAR(wb_gps_get_values(gps)[0], 0, 1e-9);
  NEAR(wb_gps_get_values(gps)[1], 0.02, 1e-9);
  NEAR(wb_gps_get_values(gps)[2], -radius * ahead, 1e-9);
  /* The right wheel alone: it turns to the left, about y, by R angle / axle. */
  wb_differential_wheels_set_speed(0, 0);
  steps(50);
  wb_differential_wheels_set_encoders(0, 0);
  wb_differential_wheels_set_speed(0, 1);
  const double* north = wb_compass_get_values(compass);
  const double before = atan2(north[0], north[2]);
  steps(50);
  north = wb_compass_get_values(compass);
  NEAR(wb_differential_wheels_get_right_encoder(), 100 * turned(1, 50), 1e-6);
  NEAR(fabs(atan2(north[0], north[2]) - before), radius * turned(1, 50) / axle, 1e-6);
  return finish();
}
