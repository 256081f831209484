/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Climbs to two metres above what is below and stays there: thrust against weight, a spring and a damper on the height
 * that the physics plugin measures. */
#include <stdio.h>
#include <webots/emitter.h>
#include <webots/receiver.h>
#include <webots/robot.h>

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  WbDeviceTag emitter = wb_robot_get_device("emitter"), receiver = wb_robot_get_device("receiver");
  wb_receiver_enable(receiver, step);
  double height = 0.2, before = 0.2;
  while (wb_robot_step(step) != -1) {
    while (wb_receiver_get_queue_length(receiver) > 0) {
      before = height;
      height = *(const double*)wb_receiver_get_data(receiver);
      wb_receiver_next_packet(receiver);
    }
    const double rate = (height - before) / (step / 1000.0);
    const double thrust[3] = {0, 0, 9.81 + 4 * (2 - height) - 4 * rate};
    wb_emitter_send(emitter, thrust, sizeof thrust);
  }
  printf("height %.3f m\n", height);
  wb_robot_cleanup();
  return 0;
}
