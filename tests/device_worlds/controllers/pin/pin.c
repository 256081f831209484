/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A robot in the air is pinned, and falls when it is let go. */
#include <webots/gps.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag gps = wb_robot_get_device("gps");
  wb_gps_enable(gps, STEP);
  wb_robot_pin_to_static_environment(true);
  steps(50);
  NEAR(wb_gps_get_values(gps)[2], 2, 1e-4);
  wb_robot_pin_to_static_environment(false);
  steps(20);
  NEAR(wb_gps_get_values(gps)[2], 2 - 9.81 * 1e-4 * 20 * 21 / 2, 1e-3); /* g h^2 n (n + 1) / 2 */
  return finish();
}
