/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The wheels of a DifferentialWheels robot; a device of the robot with the name "differential wheels". sensor.values:
 * left and right encoder; the library writes there what it assigns. */
#ifndef LIGHTSOUT_WIRE_DIFFERENTIAL_WHEELS_H
#define LIGHTSOUT_WIRE_DIFFERENTIAL_WHEELS_H

#include "controllers/wire/sensor.h"

enum { LO_WHEELS_SPEED = 1, LO_WHEELS_ENCODERS = 2 }; /* lo_differential_wheels_state.changed */

typedef struct {
  lo_sensor_state sensor;
  /* configuration */
  double max_speed;  /* rad/s */
  double speed_unit; /* rad/s for a speed of 1 */
  /* commands */
  uint32_t changed;
  uint32_t reserved;
  double left_speed, right_speed;     /* in speed units */
  double left_encoder, right_encoder; /* values to assign */
} lo_differential_wheels_state;

#endif
