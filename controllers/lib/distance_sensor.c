/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_distance_sensor_*. */
#include "controllers/wire/distance_sensor.h"

#include <webots/distance_sensor.h>

#include "controllers/lib/session.h"

WbDistanceSensorType wb_distance_sensor_get_type(WbDeviceTag tag) {
  const lo_distance_sensor_state* state = LO_STATE(lo_distance_sensor_state, tag, DISTANCE_SENSOR);
  return state ? (WbDistanceSensorType)state->type : WB_DISTANCE_SENSOR_GENERIC;
}

double wb_distance_sensor_get_min_value(WbDeviceTag tag) {
  const lo_distance_sensor_state* state = LO_STATE(lo_distance_sensor_state, tag, DISTANCE_SENSOR);
  return state ? state->min_value : NAN;
}

double wb_distance_sensor_get_max_value(WbDeviceTag tag) {
  const lo_distance_sensor_state* state = LO_STATE(lo_distance_sensor_state, tag, DISTANCE_SENSOR);
  return state ? state->max_value : NAN;
}

double wb_distance_sensor_get_aperture(WbDeviceTag tag) {
  const lo_distance_sensor_state* state = LO_STATE(lo_distance_sensor_state, tag, DISTANCE_SENSOR);
  return state ? state->aperture : NAN;
}

/* The least distance of the lookup table, whose rows need not be in order, times `sign`. */
static double least_distance(WbDeviceTag tag, double sign, const char* function) {
  const double* table = lo_lookup_table(tag, LO_DEVICE_DISTANCE_SENSOR, function);
  if (!table) return NAN;
  double least = INFINITY;
  for (int i = lo_lookup_table_size(tag, LO_DEVICE_DISTANCE_SENSOR, function) - 1; i >= 0; --i)
    least = fmin(least, sign * table[3 * i]);
  return least;
}

double wb_distance_sensor_get_min_range(WbDeviceTag tag) { return least_distance(tag, 1, __func__); }
double wb_distance_sensor_get_max_range(WbDeviceTag tag) { return -least_distance(tag, -1, __func__); }
