/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_position_sensor_*. */
#include "controllers/wire/position_sensor.h"

#include <webots/position_sensor.h>

#include "controllers/lib/session.h"

WbJointType wb_position_sensor_get_type(WbDeviceTag tag) {
  const lo_position_sensor_state* state = LO_STATE(lo_position_sensor_state, tag, POSITION_SENSOR);
  return state && state->linear ? WB_LINEAR : WB_ROTATIONAL;
}

WbDeviceTag wb_position_sensor_get_motor(WbDeviceTag tag) {
  const lo_position_sensor_state* state = LO_STATE(lo_position_sensor_state, tag, POSITION_SENSOR);
  return state ? (WbDeviceTag)state->motor_tag : 0;
}

WbDeviceTag wb_position_sensor_get_brake(WbDeviceTag tag) {
  const lo_position_sensor_state* state = LO_STATE(lo_position_sensor_state, tag, POSITION_SENSOR);
  return state ? (WbDeviceTag)state->brake_tag : 0;
}
