/* What every sampled sensor shares, and the sensors whose reading is a few numbers. */
#ifndef LIGHTSOUT_WIRE_SENSOR_H
#define LIGHTSOUT_WIRE_SENSOR_H

#include "controllers/wire/block.h"

/* Rows (input, output, noise) of a lookup table, as doubles. */
typedef struct {
  uint32_t period_ms;    /* command: 0 disables */
  uint32_t count;        /* reading: how many samples were taken so far; 0: values are NaN */
  double values[4];      /* reading: as the device documents them */
  lo_array lookup_table; /* configuration: double[3 * rows], count = rows */
} lo_sensor_state;

#endif
