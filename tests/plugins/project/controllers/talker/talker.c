/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Sends a letter of the alphabet in each step. */
#include <webots/emitter.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  WbDeviceTag emitter = wb_robot_get_device("emitter");
  char letter = 'a';
  do {
    wb_emitter_send(emitter, &letter, 1);
    letter++;
  } while (wb_robot_step(8) != -1);
  wb_robot_cleanup();
  return 0;
}
