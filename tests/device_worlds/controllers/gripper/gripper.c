/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* VacuumGripper: holds a load against gravity while it is on. */
#include <webots/gps.h>
#include <webots/vacuum_gripper.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "load")) {
    const WbDeviceTag gps = wb_robot_get_device("gps");
    wb_gps_enable(gps, STEP);
    steps(20);
    NEAR(wb_gps_get_values(gps)[2], 0.9, 0.01);
    steps(40);
    CHECK(wb_gps_get_values(gps)[2] < 0.5);
    return finish();
  }
  const WbDeviceTag gripper = device("vacuum gripper", WB_NODE_VACUUM_GRIPPER);
  CHECK(!wb_vacuum_gripper_is_on(gripper));
  CHECK(wb_vacuum_gripper_get_presence_sampling_period(gripper) == 0);
  wb_vacuum_gripper_enable_presence(gripper, STEP);
  CHECK(wb_vacuum_gripper_get_presence_sampling_period(gripper) == STEP);
  wb_vacuum_gripper_turn_on(gripper);
  CHECK(wb_vacuum_gripper_is_on(gripper));
  steps(20);
  CHECK(wb_vacuum_gripper_get_presence(gripper));
  wb_vacuum_gripper_turn_off(gripper);
  CHECK(!wb_vacuum_gripper_is_on(gripper));
  steps(1);
  CHECK(!wb_vacuum_gripper_get_presence(gripper));
  steps(39);
  wb_vacuum_gripper_disable_presence(gripper);
  return finish();
}
