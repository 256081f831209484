/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* An emitter's settings. Packets leave as LO_MESSAGE_PACKET with the step that their bytes fit into (the library keeps
 * the queue, by bufferSize and byte rate): a head, then the bytes. The engine needs no queue of its own beyond the
 * step. */
#ifndef LIGHTSOUT_WIRE_EMITTER_H
#define LIGHTSOUT_WIRE_EMITTER_H

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"

enum { LO_EMITTER_CHANNEL = 1, LO_EMITTER_RANGE = 2 }; /* lo_emitter_state.changed */

typedef struct {
  /* configuration */
  int32_t type;              /* LO_EMITTER_RADIO, ... */
  int32_t buffer_size;       /* bytes; -1: no limit */
  double byte_rate;          /* bytes per ms (baudRate / byteSize / 1000); -1: no limit */
  double max_range;          /* m; -1: no limit */
  lo_array allowed_channels; /* int32_t; none: all */
  /* commands; the engine writes the node's values before the first turn */
  uint32_t changed;
  int32_t channel;
  double range; /* m; -1: no limit */
} lo_emitter_state;

enum { LO_EMITTER_RADIO = 0, LO_EMITTER_SERIAL = 1, LO_EMITTER_INFRA_RED = 2 };

/* Head of a packet; channel and range are those at the call of wb_emitter_send. The rest of the payload is the data. */
typedef struct {
  double range;
  int32_t channel;
  int32_t reserved;
} lo_emitter_packet;

#endif
