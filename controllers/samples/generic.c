/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Does nothing, and leaves the robot to what moves it. */
#include <webots/robot.h>

int main() {
  wb_robot_init();
  const int basic = (int)wb_robot_get_basic_time_step();
  while (wb_robot_step(basic * (1000 / basic + 1)) != -1) continue;
  wb_robot_cleanup();
  return 0;
}
