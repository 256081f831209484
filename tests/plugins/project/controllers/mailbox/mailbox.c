/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Tells what has come after four steps. */
#include <stdio.h>
#include <webots/receiver.h>
#include <webots/robot.h>

int main() {
  wb_robot_init();
  WbDeviceTag receiver = wb_robot_get_device("receiver");
  wb_receiver_enable(receiver, 32);
  wb_robot_step(32);
  printf("came: ");
  for (; wb_receiver_get_queue_length(receiver) > 0; wb_receiver_next_packet(receiver))
    printf("%c", *(const char*)wb_receiver_get_data(receiver));
  printf("\n");
  fflush(stdout);
  wb_robot_cleanup();
  return 0;
}
