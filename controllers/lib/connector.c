/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_connector_*. */
#include "controllers/wire/connector.h"

#include <math.h>
#include <webots/connector.h>

#include "controllers/lib/session.h"

void wb_connector_enable_presence(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_CONNECTOR, sampling_period, __func__);
}

void wb_connector_disable_presence(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_CONNECTOR, 0, __func__); }

int wb_connector_get_presence_sampling_period(WbDeviceTag tag) {
  return lo_sensor_period(tag, LO_DEVICE_CONNECTOR, __func__);
}

int wb_connector_get_presence(WbDeviceTag tag) {
  const double presence = lo_sensor_value(tag, LO_DEVICE_CONNECTOR, 0, __func__);
  return isnan(presence) ? -1 : (int)presence;
}

static void set_lock(WbDeviceTag tag, bool lock, const char* function) {
  lo_connector_state* state = lo_state_of(tag, LO_DEVICE_CONNECTOR, function);
  if (!state) return;
  state->lock = lock;
  lo_mark(tag, &state->changed, LO_CONNECTOR_LOCK);
}

void wb_connector_lock(WbDeviceTag tag) { set_lock(tag, true, __func__); }
void wb_connector_unlock(WbDeviceTag tag) { set_lock(tag, false, __func__); }

bool wb_connector_is_locked(WbDeviceTag tag) {
  const lo_connector_state* state = LO_STATE(lo_connector_state, tag, CONNECTOR);
  if (!state) return false;
  return state->changed & LO_CONNECTOR_LOCK ? state->lock : state->is_locked;
}
