/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* sensor.values: [0] for bumpers (0 or 1) and force sensors (N), [0..2] for force-3d (N, axes of the sensor); after the
 * lookup table. */
#ifndef LIGHTSOUT_WIRE_TOUCH_SENSOR_H
#define LIGHTSOUT_WIRE_TOUCH_SENSOR_H

#include "controllers/wire/sensor.h"

typedef struct {
  lo_sensor_state sensor;
  int32_t type; /* WbTouchSensorType: bumper, force, force-3d */
  int32_t reserved;
} lo_touch_sensor_state;

#endif
