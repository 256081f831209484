/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
// Reads, drives, sends and edits at every step; "hears": reads packets alone.
#include <stdio.h>
#include <string.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/gps.h>
#include <webots/motor.h>
#include <webots/receiver.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

static void hear(void) {
  const WbDeviceTag receiver = wb_robot_get_device("receiver");
  wb_receiver_enable(receiver, 8);
  int count = 0;
  while (wb_robot_step(8) != -1)
    for (; wb_receiver_get_queue_length(receiver) > 0; wb_receiver_next_packet(receiver)) ++count;
  printf("heard %d\n", count);
}

static void turn(void) {
  const WbDeviceTag motor = wb_robot_get_device("rotational motor"), emitter = wb_robot_get_device("emitter"),
                    eye = wb_robot_get_device("distance sensor"), gps = wb_robot_get_device("gps");
  wb_distance_sensor_enable(eye, 8);
  wb_gps_enable(gps, 8);
  wb_motor_set_position(motor, INFINITY);
  const WbNodeRef ball = wb_supervisor_node_get_from_def("BALL");
  const WbFieldRef place = wb_supervisor_node_get_field(ball, "translation");
  for (int step = 0; wb_robot_step(8) != -1; ++step) {
    wb_motor_set_velocity(motor, 1 + wb_distance_sensor_get_value(eye) * 1e-3);
    wb_emitter_send(emitter, &step, sizeof step);
    if (step == 3) wb_supervisor_field_set_sf_vec3f(place, (const double[]){0.6, 0, 0.3});
    if (step == 5) printf("at %g\n", wb_gps_get_values(gps)[0]);
  }
}

int main(int argc, char** argv) {
  wb_robot_init();
  if (argc > 1 && strcmp(argv[1], "hears") == 0)
    hear();
  else
    turn();
  wb_robot_cleanup();
  return 0;
}
