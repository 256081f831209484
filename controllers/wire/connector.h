/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Docking. sensor.values[0]: presence, 1 or 0, -1 for a passive connector. */
#ifndef LIGHTSOUT_WIRE_CONNECTOR_H
#define LIGHTSOUT_WIRE_CONNECTOR_H

#include "controllers/wire/sensor.h"

enum { LO_CONNECTOR_LOCK = 1 }; /* lo_connector_state.changed */

typedef struct {
  lo_sensor_state sensor;
  int32_t is_locked; /* reading: the node's field, kept up to date (autoLock locks by itself) */
  /* command */
  uint32_t changed;
  int32_t lock; /* 1: lock, 0: unlock */
  int32_t reserved;
} lo_connector_state;

#endif
