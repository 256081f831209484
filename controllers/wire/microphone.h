/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A microphone. Samples come as LO_MESSAGE_SOUND when a sampling period ends: their bytes, as
 * wb_microphone_get_sample_data hands them out. sensor.values are not used. */
#ifndef LIGHTSOUT_WIRE_MICROPHONE_H
#define LIGHTSOUT_WIRE_MICROPHONE_H

#include "controllers/wire/message.h"
#include "controllers/wire/sensor.h"

typedef struct {
  lo_sensor_state sensor;
  double aperture;    /* rad; -1: all around */
  double sensitivity; /* dB; -1: no limit */
} lo_microphone_state;

#endif
