/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What every sampled sensor shares. Accelerometer (values[0..2], m/s^2), gyro (rad/s), compass (unit vector), altimeter
 * (values[0], m) and light sensor (values[0], after the lookup table) have no more than this. */
#ifndef LIGHTSOUT_WIRE_SENSOR_H
#define LIGHTSOUT_WIRE_SENSOR_H

#include "controllers/wire/block.h"

/* Rows (input, output, noise) of a lookup table, as doubles. */
typedef struct lo_sensor_state {
  uint32_t period_ms;    /* command: 0 disables */
  uint32_t count;        /* reading: how many samples were taken so far; 0: values are NaN */
  double values[4];      /* reading: as the device documents them */
  lo_array lookup_table; /* configuration: double[3 * rows], count = rows */
  uint32_t enables;      /* command: how often period_ms was given; each time the period begins anew */
  uint32_t reserved;
} lo_sensor_state;

#endif
