/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* sensor.values: orientation of the sensor in the world as a quaternion x, y, z, w, noise included. The library makes
 * angles of it. */
#ifndef LIGHTSOUT_WIRE_INERTIAL_UNIT_H
#define LIGHTSOUT_WIRE_INERTIAL_UNIT_H

#include "controllers/wire/sensor.h"

enum { LO_WORLD_ENU = 0, LO_WORLD_NUE = 1, LO_WORLD_EUN = 2 };
/* Bits of `measured`: the manual gives the fields xAxis, zAxis and yAxis these angles, whichever axis is up. */
enum { LO_MEASURES_ROLL = 1, LO_MEASURES_PITCH = 2, LO_MEASURES_YAW = 4, LO_YAW_IS_OPPOSITE = 8 };

typedef struct {
  lo_sensor_state sensor;
  int32_t coordinate_system; /* of the world, LO_WORLD_... */
  uint32_t measured;         /* LO_MEASURES_...; the other angles are NaN */
  double noise;              /* standard deviation, rad */
} lo_inertial_unit_state;

#endif
