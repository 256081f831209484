/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Accelerometer, Gyro, Compass, InertialUnit and Altimeter, of a robot at rest, of one that falls and turns,
 * and of one without a body. */
#include <webots/accelerometer.h>
#include <webots/altimeter.h>
#include <webots/compass.h>
#include <webots/gyro.h>
#include <webots/inertial_unit.h>

#include "../check.h"

static void at_rest(void) {
  const WbDeviceTag plain = device("plain", WB_NODE_ACCELEROMETER), clamped = device("clamped", WB_NODE_ACCELEROMETER);
  const WbDeviceTag coarse = device("coarse", WB_NODE_ACCELEROMETER), gyro = device("gyro", WB_NODE_GYRO);
  const WbDeviceTag compass = device("compass", WB_NODE_COMPASS), half = device("half", WB_NODE_COMPASS);
  const WbDeviceTag unit = device("inertial unit", WB_NODE_INERTIAL_UNIT);
  const WbDeviceTag altimeter = device("altimeter", WB_NODE_ALTIMETER);
  const WbDeviceTag coarse_altimeter = device("coarse altimeter", WB_NODE_ALTIMETER);
  SAME(wb_device_get_model(plain), "A1");
  SAME(wb_device_get_model(clamped), "");
  CHECK(wb_accelerometer_get_sampling_period(plain) == 0);
  CHECK(wb_accelerometer_get_lookup_table_size(plain) == 0);
  CHECK(wb_accelerometer_get_lookup_table_size(clamped) == 2);
  const double table[6] = {-5, -500, 0, 5, 500, 0};
  CHECK(!memcmp(wb_accelerometer_get_lookup_table(clamped), table, sizeof table));
  CHECK(wb_gyro_get_lookup_table_size(gyro) == 0);
  CHECK(wb_compass_get_lookup_table_size(half) == 2);
  CHECK(wb_inertial_unit_get_noise(unit) == 0);

  wb_accelerometer_enable(plain, 2 * STEP);
  wb_accelerometer_enable(clamped, STEP);
  wb_accelerometer_enable(coarse, STEP);
  wb_gyro_enable(gyro, STEP);
  wb_compass_enable(compass, 1); /* below the step: acts as the step */
  wb_compass_enable(half, STEP);
  wb_inertial_unit_enable(unit, STEP);
  const WbDeviceTag roll_only = device("roll only", WB_NODE_INERTIAL_UNIT),
                    no_yaw = device("no yaw", WB_NODE_INERTIAL_UNIT);
  wb_inertial_unit_enable(roll_only, STEP);
  wb_inertial_unit_enable(no_yaw, STEP);
  wb_altimeter_enable(altimeter, STEP);
  wb_altimeter_enable(coarse_altimeter, STEP);
  CHECK(wb_accelerometer_get_sampling_period(plain) == 2 * STEP);
  CHECK(wb_gyro_get_sampling_period(gyro) == STEP);
  CHECK(wb_compass_get_sampling_period(compass) == 1);
  CHECK(wb_inertial_unit_get_sampling_period(unit) == STEP);
  CHECK(wb_altimeter_get_sampling_period(altimeter) == STEP);
  IS_NAN(wb_accelerometer_get_values(plain)[2]);
  IS_NAN(wb_altimeter_get_value(altimeter));

  steps(1);
  for (int i = 0; i < 3; ++i) IS_NAN(wb_accelerometer_get_values(plain)[i]); /* half a period */
  /* At rest an accelerometer feels what holds it up: +g along z. The x axis of this one is off, z is clamped. */
  IS_NAN(wb_accelerometer_get_values(clamped)[0]);
  NEAR(wb_accelerometer_get_values(clamped)[1], 0, 1e-9);
  NEAR(wb_accelerometer_get_values(clamped)[2], 500, 1e-9);
  NEAR(wb_accelerometer_get_values(coarse)[2], 10, 1e-12); /* 9.81 / 0.5 = 19.62, rounded 20 */
  for (int i = 0; i < 3; ++i) NEAR(wb_gyro_get_values(gyro)[i], 0, 0);
  /* North is the world's +y, which is where the x axis points. */
  NEAR(wb_compass_get_values(compass)[0], 1, 1e-12);
  NEAR(wb_compass_get_values(compass)[1], 0, 1e-12);
  NEAR(wb_compass_get_values(compass)[2], 0, 1e-12);
  NEAR(wb_compass_get_values(half)[0], 50, 1e-9);
  const double* rpy = wb_inertial_unit_get_roll_pitch_yaw(unit);
  NEAR(rpy[0], 0, 1e-12);
  NEAR(rpy[1], 0, 1e-12);
  NEAR(rpy[2], M_PI / 2, 1e-12);
  /* Manual: xAxis is for roll, yAxis for yaw, zAxis for pitch; FALSE makes the angle NaN. */
  rpy = wb_inertial_unit_get_roll_pitch_yaw(roll_only);
  NEAR(rpy[0], 0, 1e-12);
  IS_NAN(rpy[1]);
  IS_NAN(rpy[2]);
  rpy = wb_inertial_unit_get_roll_pitch_yaw(no_yaw);
  NEAR(rpy[0], 0.5, 1e-12);
  NEAR(rpy[1], 0, 1e-12);
  IS_NAN(rpy[2]);
  const double* q = wb_inertial_unit_get_quaternion(unit); /* x y z w */
  NEAR(q[2], sin(M_PI / 4), 1e-12);
  NEAR(q[3], cos(M_PI / 4), 1e-12);
  NEAR(wb_altimeter_get_value(altimeter), 3, 1e-6);
  NEAR(wb_altimeter_get_value(coarse_altimeter), 2.8, 1e-12); /* 3 / 0.7 = 4.29, rounded 4 */

  /* A weight of 0.1 N gives way at 1e-6 m/s: reached within 10 ms from rest, that is 1e-4 m/s2. */
  steps(1);
  NEAR(wb_accelerometer_get_values(plain)[0], 0, 1e-9);
  NEAR(wb_accelerometer_get_values(plain)[1], 0, 1e-9);
  NEAR(wb_accelerometer_get_values(plain)[2], 9.81, 2e-4);
  wb_accelerometer_disable(plain);
  CHECK(wb_accelerometer_get_sampling_period(plain) == 0);
  steps(2);
  NEAR(wb_accelerometer_get_values(plain)[2], 9.81, 2e-4); /* the last value stays */
}

/* Webots, src/webots/nodes/WbAccelerometer.cpp: not a number, whatever the lookup table. */
static void bodiless(void) {
  const WbDeviceTag plain = wb_robot_get_device("plain"), clamped = wb_robot_get_device("clamped");
  wb_accelerometer_enable(plain, STEP);
  wb_accelerometer_enable(clamped, STEP);
  steps(2);
  for (int i = 0; i < 3; ++i) {
    IS_NAN(wb_accelerometer_get_values(plain)[i]);
    IS_NAN(wb_accelerometer_get_values(clamped)[i]);
  }
}

static void turning(void) {
  const WbDeviceTag gyro = wb_robot_get_device("gyro"), plain = wb_robot_get_device("plain");
  const WbDeviceTag unit = wb_robot_get_device("inertial unit");
  wb_gyro_enable(gyro, STEP);
  wb_accelerometer_enable(plain, STEP);
  wb_inertial_unit_enable(unit, STEP);
  steps(5);
  NEAR(wb_gyro_get_values(gyro)[2], 2, 1e-9);
  NEAR(wb_gyro_get_values(gyro)[0], 0, 1e-9);
  for (int i = 0; i < 3; ++i) NEAR(wb_accelerometer_get_values(plain)[i], 0, 1e-9); /* weightless */
  /* ODE turns a body by 2 atan(w h / 2) in a step. */
  NEAR(wb_inertial_unit_get_roll_pitch_yaw(unit)[2], 5 * 2 * atan(2 * 0.01 / 2), 1e-9);
}

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "still"))
    at_rest();
  else if (!strcmp(wb_robot_get_name(), "bodiless"))
    bodiless();
  else
    turning();
  return finish();
}
