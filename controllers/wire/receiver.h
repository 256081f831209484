/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A receiver's settings. Packets come as LO_MESSAGE_PACKET with the step that ends a sampling period, in order: a head,
 * then the bytes. The library keeps the queue and drops what passes bufferSize. sensor.values are not used. */
#ifndef LIGHTSOUT_WIRE_RECEIVER_H
#define LIGHTSOUT_WIRE_RECEIVER_H

#include "controllers/wire/message.h"
#include "controllers/wire/sensor.h"

enum { LO_RECEIVER_CHANNEL = 1 }; /* lo_receiver_state.changed */

typedef struct {
  lo_sensor_state sensor;
  /* configuration */
  int32_t type;              /* as lo_emitter_state.type */
  int32_t buffer_size;       /* bytes; -1: no limit */
  lo_array allowed_channels; /* int32_t; none: all */
  /* command; the engine writes the node's value before the first turn */
  uint32_t changed;
  int32_t channel;
} lo_receiver_state;

/* Head of a packet. From a physics plugin: strength +infinity, direction NaN. The rest of the payload is the data. */
typedef struct {
  double direction[3];    /* unit vector to the emitter, axes of the receiver */
  double signal_strength; /* 1/m^2 */
} lo_receiver_packet;

#endif
