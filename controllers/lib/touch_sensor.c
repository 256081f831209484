/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_touch_sensor_*. */
#include "controllers/wire/touch_sensor.h"

#include <math.h>
#include <webots/touch_sensor.h>

#include "controllers/lib/session.h"

WbTouchSensorType wb_touch_sensor_get_type(WbDeviceTag tag) {
  const lo_touch_sensor_state* state = LO_STATE(lo_touch_sensor_state, tag, TOUCH_SENSOR);
  return state ? (WbTouchSensorType)state->type : WB_TOUCH_SENSOR_BUMPER;
}

double wb_touch_sensor_get_value(WbDeviceTag tag) {
  const lo_touch_sensor_state* state = LO_STATE(lo_touch_sensor_state, tag, TOUCH_SENSOR);
  if (!state) return NAN;
  if (state->type == WB_TOUCH_SENSOR_FORCE3D) {
    lo_warn(tag, __func__, "a \"force-3d\" sensor has three values; wb_touch_sensor_get_values() answers them");
    return NAN;
  }
  return lo_sensor_value(tag, LO_DEVICE_TOUCH_SENSOR, 0, __func__);
}

const double* wb_touch_sensor_get_values(WbDeviceTag tag) {
  const lo_touch_sensor_state* state = LO_STATE(lo_touch_sensor_state, tag, TOUCH_SENSOR);
  if (!state) return NULL;
  if (state->type != WB_TOUCH_SENSOR_FORCE3D) {
    lo_warn(tag, __func__, "only a \"force-3d\" sensor has three values; wb_touch_sensor_get_value() answers the one");
    return NULL;
  }
  return lo_sensor_values(tag, LO_DEVICE_TOUCH_SENSOR, __func__);
}
