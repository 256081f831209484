/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Sends a packet at each step. */
#include <webots/emitter.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  WbDeviceTag mouth = wb_robot_get_device("mouth");
  while (wb_robot_step(8) != -1) wb_emitter_send(mouth, "word", 5);
  wb_robot_cleanup();
  return 0;
}
