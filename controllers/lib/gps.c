/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_gps_*. */
#include "controllers/wire/gps.h"

#include <stdio.h>
#include <stdlib.h>
#include <webots/gps.h>

#include "controllers/lib/session.h"

const double* wb_gps_get_speed_vector(WbDeviceTag tag) {
  const lo_gps_state* state = LO_STATE(lo_gps_state, tag, GPS);
  return state ? state->speed_vector : NULL;
}

/* For the headers of Webots 5 (include/device/by_hand/gps.h). */
const double* lo_gps_orientation(WbDeviceTag tag);
const double* lo_gps_orientation(WbDeviceTag tag) {
  const lo_gps_state* state = LO_STATE(lo_gps_state, tag, GPS);
  return state ? state->orientation : NULL;
}

WbGpsCoordinateSystem wb_gps_get_coordinate_system(WbDeviceTag tag) {
  const lo_gps_state* state = LO_STATE(lo_gps_state, tag, GPS);
  return state && state->coordinate_system ? WB_GPS_WGS84_COORDINATE : WB_GPS_LOCAL_COORDINATE;
}

/* 47.5 becomes 47° 30′ 0″, -47.5 becomes -47° -30′ 0″: each part is cut towards zero and keeps the sign. UTF-8. */
const char* wb_gps_convert_to_degrees_minutes_seconds(double decimal_degrees) {
  const int degrees = (int)decimal_degrees;
  const double minutes_and_rest = (decimal_degrees - degrees) * 60;
  const int minutes = (int)minutes_and_rest;
  const int seconds = (int)((minutes_and_rest - minutes) * 60);
  char* text = malloc(64);
  if (text) snprintf(text, 64, "%d\u00b0 %d\u2032 %d\u2033", degrees, minutes, seconds);
  return text;
}
