/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_vacuum_gripper_*. */
#include "controllers/wire/vacuum_gripper.h"

#include <webots/vacuum_gripper.h>

#include "controllers/lib/session.h"

void wb_vacuum_gripper_enable_presence(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_VACUUM_GRIPPER, sampling_period, __func__);
}

void wb_vacuum_gripper_disable_presence(WbDeviceTag tag) {
  lo_sensor_enable(tag, LO_DEVICE_VACUUM_GRIPPER, 0, __func__);
}

int wb_vacuum_gripper_get_presence_sampling_period(WbDeviceTag tag) {
  return lo_sensor_period(tag, LO_DEVICE_VACUUM_GRIPPER, __func__);
}

bool wb_vacuum_gripper_get_presence(WbDeviceTag tag) {
  return lo_sensor_value(tag, LO_DEVICE_VACUUM_GRIPPER, 0, __func__) > 0;
}

static void set_on(WbDeviceTag tag, bool on, const char* function) {
  lo_vacuum_gripper_state* state = lo_state_of(tag, LO_DEVICE_VACUUM_GRIPPER, function);
  if (!state) return;
  state->turn_on = on;
  lo_mark(tag, &state->changed, LO_VACUUM_GRIPPER_SWITCH);
}

void wb_vacuum_gripper_turn_on(WbDeviceTag tag) { set_on(tag, true, __func__); }
void wb_vacuum_gripper_turn_off(WbDeviceTag tag) { set_on(tag, false, __func__); }

bool wb_vacuum_gripper_is_on(WbDeviceTag tag) {
  const lo_vacuum_gripper_state* state = LO_STATE(lo_vacuum_gripper_state, tag, VACUUM_GRIPPER);
  if (!state) return false;
  return state->changed & LO_VACUUM_GRIPPER_SWITCH ? state->turn_on : state->is_on;
}
