/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Drives what motors its robot has by what its sensors say, and tells the others. */
#include <math.h>
#include <string.h>
#include <webots/compass.h>
#include <webots/connector.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/gps.h>
#include <webots/light_sensor.h>
#include <webots/motor.h>
#include <webots/receiver.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const int is_ferry = strcmp(wb_robot_get_name(), "ferry") == 0;
  const WbDeviceTag gps = wb_robot_get_device("gps"), compass = wb_robot_get_device("compass"),
                    light = wb_robot_get_device("light"), emitter = wb_robot_get_device("emitter"),
                    receiver = wb_robot_get_device("receiver");
  const char* names[] = {"sonar", "infra", "laser", "down"};
  WbDeviceTag eyes[4] = {0}, left = 0, right = 0, screw = 0;
  wb_gps_enable(gps, step);
  wb_compass_enable(compass, step);
  wb_light_sensor_enable(light, 2 * step);
  wb_receiver_enable(receiver, step);
  if (is_ferry) {
    screw = wb_robot_get_device("screw");
    wb_motor_set_position(screw, INFINITY);
  } else {
    for (int i = 0; i < 4; ++i) wb_distance_sensor_enable(eyes[i] = wb_robot_get_device(names[i]), step);
    wb_motor_set_position(left = wb_robot_get_device("left"), INFINITY);
    wb_motor_set_position(right = wb_robot_get_device("right"), INFINITY);
    wb_connector_enable_presence(wb_robot_get_device("hook"), step);
  }
  double heard = 0;
  while (wb_robot_step(step) != -1) {
    const double *north = wb_compass_get_values(compass), *at = wb_gps_get_values(gps);
    for (; wb_receiver_get_queue_length(receiver) > 0; wb_receiver_next_packet(receiver)) {
      memcpy(&heard, wb_receiver_get_data(receiver), sizeof heard);
      heard *= log1p(wb_receiver_get_signal_strength(receiver));
    }
    const double heading = atan2(north[1], north[0]);
    if (isnan(heading)) continue; /* not measured yet */
    wb_emitter_send(emitter, &heading, sizeof heading);
    if (is_ferry) {
      wb_motor_set_velocity(screw, 30 + 20 * sin(heading + heard) + 0.01 * wb_light_sensor_get_value(light));
    } else {
      const double way = wb_distance_sensor_get_value(eyes[0]) - wb_distance_sensor_get_value(eyes[2]) +
                         0.0005 * wb_distance_sensor_get_value(eyes[1]);
      wb_motor_set_velocity(left, 0.3 + 0.1 * tanh(way) + 0.02 * sin(at[0]));
      wb_motor_set_velocity(right, 0.3 - 0.1 * tanh(way) + 0.02 * cos(heading));
    }
  }
  wb_robot_cleanup();
  return 0;
}
