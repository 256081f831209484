/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_brake_*. */
#include "controllers/wire/brake.h"

#include <webots/brake.h>

#include "controllers/lib/session.h"

void wb_brake_set_damping_constant(WbDeviceTag tag, double damping_constant) {
  if (lo_is_nan(tag, __func__, "damping_constant", damping_constant)) return;
  lo_brake_state* state = LO_STATE(lo_brake_state, tag, BRAKE);
  if (!state) return;
  if (damping_constant < 0) {
    lo_warn(tag, __func__, "a damping constant of %g is negative; ignored", damping_constant);
    return;
  }
  state->damping_constant = damping_constant;
  lo_mark(tag, &state->changed, 1);
}

WbJointType wb_brake_get_type(WbDeviceTag tag) {
  const lo_brake_state* state = LO_STATE(lo_brake_state, tag, BRAKE);
  return state && state->linear ? WB_LINEAR : WB_ROTATIONAL;
}

WbDeviceTag wb_brake_get_motor(WbDeviceTag tag) {
  const lo_brake_state* state = LO_STATE(lo_brake_state, tag, BRAKE);
  return state ? (WbDeviceTag)state->motor_tag : 0;
}

WbDeviceTag wb_brake_get_position_sensor(WbDeviceTag tag) {
  const lo_brake_state* state = LO_STATE(lo_brake_state, tag, BRAKE);
  return state ? (WbDeviceTag)state->position_sensor_tag : 0;
}
