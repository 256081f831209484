/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* sensor.values[0]: joint position in rad or m. */
#ifndef LIGHTSOUT_WIRE_POSITION_SENSOR_H
#define LIGHTSOUT_WIRE_POSITION_SENSOR_H

#include "controllers/wire/sensor.h"

typedef struct {
  lo_sensor_state sensor;
  int32_t linear;
  uint32_t motor_tag; /* devices of the same joint; 0: none */
  uint32_t brake_tag;
  uint32_t reserved;
} lo_position_sensor_state;

#endif
