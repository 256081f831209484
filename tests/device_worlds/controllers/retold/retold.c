/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a supervisor changes of devices while their controllers run, the functions of the devices tell: tables of any
 * length, allowed channels, sizes of buffers, rates, limits. A reset brings back what the file says. */
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/gyro.h>
#include <webots/motor.h>
#include <webots/receiver.h>
#include <webots/supervisor.h>

#include "../check.h"

static WbFieldRef field(const char* def, const char* name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
}

/* The other robot: hears 10 bytes a step until its buffer is full. */
static int listen(void) {
  const WbDeviceTag receiver = device("receiver", WB_NODE_RECEIVER);
  wb_receiver_enable(receiver, STEP);
  steps(4);
  CHECK(wb_receiver_get_channel(receiver) == 2);
  CHECK(wb_receiver_get_queue_length(receiver) == 2); /* of three, 20 bytes are held */
  wb_receiver_set_channel(receiver, 3);
  CHECK(wb_receiver_get_channel(receiver) == 2); /* the only one that is allowed */
  return finish();
}

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "listener")) return listen();
  const WbDeviceTag eye = device("distance sensor", WB_NODE_DISTANCE_SENSOR), gyro = device("gyro", WB_NODE_GYRO);
  const WbDeviceTag emitter = device("emitter", WB_NODE_EMITTER);
  const WbDeviceTag motor = device("rotational motor", WB_NODE_ROTATIONAL_MOTOR);
  wb_distance_sensor_enable(eye, STEP);
  CHECK(wb_gyro_get_lookup_table_size(gyro) == 0);
  CHECK(wb_gyro_get_lookup_table(gyro) == NULL);
  steps(1);
  NEAR(wb_distance_sensor_get_value(eye), 1000, 1e-6);

  /* A third row: the wall at 1 m is seen as before, the range and the greatest value are others. */
  wb_supervisor_field_insert_mf_vec3f(field("EYE", "lookupTable"), -1, (double[]){4, 5000, 0});
  wb_supervisor_field_set_sf_float(field("GYRO", "resolution"), 0.25);
  wb_supervisor_field_insert_mf_vec3f(field("GYRO", "lookupTable"), 0, (double[]){-1, -2, 0.5});
  wb_supervisor_field_set_sf_float(field("EYE", "aperture"), 0.25);
  wb_supervisor_field_set_sf_int32(field("EMITTER", "bufferSize"), 25);
  wb_supervisor_field_set_sf_int32(field("EMITTER", "channel"), 2);
  wb_supervisor_field_set_sf_float(field("EMITTER", "maxRange"), 5);
  wb_supervisor_field_set_sf_int32(field("RECEIVER", "bufferSize"), 20);
  wb_supervisor_field_set_sf_int32(field("RECEIVER", "channel"), 2);
  wb_supervisor_field_insert_mf_int32(field("RECEIVER", "allowedChannels"), 0, 2);
  wb_supervisor_field_set_sf_float(field("MOTOR", "maxVelocity"), 6);
  steps(1);
  NEAR(wb_distance_sensor_get_value(eye), 1000, 1e-6);
  CHECK(wb_distance_sensor_get_lookup_table_size(eye) == 3);
  CHECK(wb_distance_sensor_get_lookup_table(eye)[7] == 5000);
  CHECK(wb_distance_sensor_get_max_value(eye) == 5000);
  CHECK(wb_distance_sensor_get_aperture(eye) == 0.25);
  CHECK(wb_gyro_get_lookup_table_size(gyro) == 1);
  CHECK(wb_gyro_get_lookup_table(gyro)[2] == 0.5);
  CHECK(wb_emitter_get_buffer_size(emitter) == 25);
  CHECK(wb_emitter_get_channel(emitter) == 2);
  CHECK(wb_emitter_get_range(emitter) == 5);
  CHECK(wb_motor_get_max_velocity(motor) == 6);
  CHECK(wb_motor_get_velocity(motor) == 6);
  CHECK(wb_emitter_send(emitter, "0123456789", 10) == 1);
  CHECK(wb_emitter_send(emitter, "0123456789", 10) == 1);
  CHECK(wb_emitter_send(emitter, "0123456789", 10) == 0); /* 25 bytes */
  wb_supervisor_field_set_sf_int32(field("EMITTER", "baudRate"), 8000);
  steps(1);
  CHECK(wb_emitter_send(emitter, "0123456789", 10) == 1); /* a byte a millisecond: with this step */
  steps(1);
  wb_motor_set_velocity(motor, 3);
  steps(1);
  wb_supervisor_field_set_sf_float(field("MOTOR", "maxVelocity"), 9);
  steps(1);
  CHECK(wb_motor_get_velocity(motor) == 3); /* it was asked for */

  for (int channel = 7; channel >= 5; --channel)
    wb_supervisor_field_insert_mf_int32(field("EMITTER", "allowedChannels"), 0, channel);
  steps(1);
  CHECK(wb_emitter_get_channel(emitter) == 7); /* 2 was not allowed when 7 alone was */
  CHECK(wb_supervisor_field_get_sf_int32(field("EMITTER", "channel")) == 7);
  wb_emitter_set_channel(emitter, 8);
  CHECK(wb_emitter_get_channel(emitter) == 7);
  wb_emitter_set_channel(emitter, 5);
  CHECK(wb_emitter_get_channel(emitter) == 5);

  /* "Resets all fields: no": what was set stays. */
  wb_supervisor_simulation_reset();
  steps(1);
  CHECK(wb_distance_sensor_get_lookup_table_size(eye) == 3);
  CHECK(wb_distance_sensor_get_max_value(eye) == 5000);
  CHECK(wb_gyro_get_lookup_table_size(gyro) == 1);
  CHECK(wb_emitter_get_buffer_size(emitter) == 25);
  CHECK(wb_emitter_get_channel(emitter) == 5);
  CHECK(wb_emitter_get_range(emitter) == 5);
  wb_emitter_set_channel(emitter, 8);
  CHECK(wb_emitter_get_channel(emitter) == 5);
  return finish();
}
