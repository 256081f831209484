/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* sensor.values: position x, y, z in m (local) or latitude, longitude in degrees and altitude in m (WGS84); [3]: speed
 * in m/s. */
#ifndef LIGHTSOUT_WIRE_GPS_H
#define LIGHTSOUT_WIRE_GPS_H

#include "controllers/wire/sensor.h"

typedef struct {
  lo_sensor_state sensor;
  int32_t coordinate_system; /* WbGpsCoordinateSystem: local, WGS84 */
  int32_t reserved;
  double speed_vector[3]; /* m/s, world axes */
  double orientation[9];  /* of the device in the world, row by row, in the frame of the world's release */
} lo_gps_state;

#endif
