/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Holds what it touches while it is on. sensor.values[0]: presence, 1 or 0. */
#ifndef LIGHTSOUT_WIRE_VACUUM_GRIPPER_H
#define LIGHTSOUT_WIRE_VACUUM_GRIPPER_H

#include "controllers/wire/sensor.h"

enum { LO_VACUUM_GRIPPER_SWITCH = 1 }; /* lo_vacuum_gripper_state.changed */

typedef struct {
  lo_sensor_state sensor;
  int32_t is_on; /* reading: the node's field, kept up to date */
  /* command */
  uint32_t changed;
  int32_t turn_on; /* 1: on, 0: off */
  int32_t reserved;
} lo_vacuum_gripper_state;

#endif
