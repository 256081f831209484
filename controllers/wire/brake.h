/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Brake of a hinge or slider. */
#ifndef LIGHTSOUT_WIRE_BRAKE_H
#define LIGHTSOUT_WIRE_BRAKE_H

#include <stdint.h>

typedef struct {
  /* configuration */
  int32_t linear;
  uint32_t motor_tag; /* devices of the same joint; 0: none */
  uint32_t position_sensor_tag;
  /* command: `damping_constant` is new, N m s/rad or N s/m */
  uint32_t changed;
  double damping_constant;
} lo_brake_state;

#endif
