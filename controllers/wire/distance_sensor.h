/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* sensor.values[0]: the reading after lookup table and resolution. */
#ifndef LIGHTSOUT_WIRE_DISTANCE_SENSOR_H
#define LIGHTSOUT_WIRE_DISTANCE_SENSOR_H

#include "controllers/wire/sensor.h"

typedef struct {
  lo_sensor_state sensor;
  int32_t type; /* WbDistanceSensorType: generic, infra-red, sonar, laser */
  int32_t reserved;
  double min_value, max_value, aperture;
} lo_distance_sensor_state;

#endif
