/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Sends a packet at each step, for those who listen. */
#include <webots/emitter.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  const WbDeviceTag emitter = wb_robot_get_device("emitter");
  do {
    wb_emitter_send(emitter, "here", 5);
  } while (wb_robot_step(10) != -1);
  wb_robot_cleanup();
  return 0;
}
