/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_emitter_*: packets wait here until the byte rate lets them leave with a step. */
#include "controllers/wire/emitter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <webots/emitter.h>

#include "controllers/lib/channels.h"
#include "controllers/lib/session.h"

typedef struct lo_waiting_packet {
  struct lo_waiting_packet* next;
  lo_emitter_packet head;
  int size;
  char data[];
} lo_waiting_packet;

typedef struct {
  lo_waiting_packet *first, *last;
  int bytes;       /* of the packets that wait */
  double sendable; /* bytes that the byte rate has granted since the queue was last empty */
  bool close_is_set;
} lo_emitter_queue;

static void free_queue(void* memory) {
  lo_emitter_queue* queue = memory;
  while (queue->first) {
    lo_waiting_packet* next = queue->first->next;
    free(queue->first);
    queue->first = next;
  }
  queue->bytes = 0;
}

static lo_emitter_queue* queue_of(WbDeviceTag tag) {
  lo_emitter_queue* queue = lo_private(tag, "emitter queue", sizeof *queue);
  if (!queue->close_is_set) {
    lo_at_close(free_queue, queue);
    lo_call_at_step(LO_HOOK_lo_send_packets);
    queue->close_is_set = true;
  }
  return queue;
}

int wb_emitter_send(WbDeviceTag tag, const void* data, int size) {
  const lo_emitter_state* state = LO_STATE(lo_emitter_state, tag, EMITTER);
  if (!state) return 0;
  if (!data) {
    lo_warn(tag, __func__, "called without data; ignored");
    return 0;
  }
  if (size < 1) {
    lo_warn(tag, __func__, "a size of %d bytes is not at least 1; ignored", size);
    return 0;
  }
  lo_emitter_queue* queue = queue_of(tag);
  if (state->buffer_size != -1 && size > state->buffer_size - queue->bytes) return 0;
  lo_waiting_packet* packet = malloc(sizeof *packet + (size_t)size);
  if (!packet) return 0;
  packet->next = NULL;
  packet->head = (lo_emitter_packet){.range = state->range, .channel = state->channel};
  packet->size = size;
  memcpy(packet->data, data, (size_t)size);
  if (queue->first)
    queue->last->next = packet;
  else {
    queue->first = packet;
    queue->sendable = 0;
  }
  queue->last = packet;
  queue->bytes += size;
  return 1;
}

/* Before each step: what the emitter can send in that time leaves. */
void lo_send_packets(int duration_ms) {
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag) {
    const lo_emitter_state* state = lo_peek_state((WbDeviceTag)tag, LO_DEVICE_EMITTER);
    if (!state) continue;
    lo_emitter_queue* queue = queue_of((WbDeviceTag)tag);
    const bool limited = state->byte_rate >= 0;
    if (queue->first && limited) queue->sendable += state->byte_rate * duration_ms;
    while (queue->first && (!limited || queue->first->size <= queue->sendable)) {
      lo_waiting_packet* packet = queue->first;
      lo_send(LO_MESSAGE_PACKET, (WbDeviceTag)tag, &packet->head, sizeof packet->head, packet->data,
              (uint32_t)packet->size);
      queue->first = packet->next;
      queue->bytes -= packet->size;
      queue->sendable -= packet->size;
      free(packet);
    }
  }
}

void lo_reset_emitter(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)payload, (void)size;
  if (lo_peek_state(tag, LO_DEVICE_EMITTER)) free_queue(queue_of(tag));
}

int wb_emitter_get_buffer_size(WbDeviceTag tag) {
  const lo_emitter_state* state = LO_STATE(lo_emitter_state, tag, EMITTER);
  return state ? state->buffer_size : -1;
}

void wb_emitter_set_channel(WbDeviceTag tag, int channel) {
  lo_emitter_state* state = LO_STATE(lo_emitter_state, tag, EMITTER);
  if (!state || !lo_channel_allowed(tag, state->allowed_channels, channel, __func__)) return;
  state->channel = channel;
  lo_mark(tag, &state->changed, LO_EMITTER_CHANNEL);
}

int wb_emitter_get_channel(WbDeviceTag tag) {
  const lo_emitter_state* state = LO_STATE(lo_emitter_state, tag, EMITTER);
  return state ? state->channel : -1;
}

void wb_emitter_set_range(WbDeviceTag tag, double range) {
  if (lo_is_nan(tag, __func__, "range", range)) return;
  lo_emitter_state* state = LO_STATE(lo_emitter_state, tag, EMITTER);
  if (!state) return;
  if (range < 0 && range != -1) {
    lo_warn(tag, __func__, "a range of %g m is negative (-1 is no limit); ignored", range);
    return;
  }
  /* -1 asks for all that maxRange allows. */
  if (range == -1 || (state->max_range != -1 && range > state->max_range)) range = state->max_range;
  state->range = range;
  lo_mark(tag, &state->changed, LO_EMITTER_RANGE);
}

double wb_emitter_get_range(WbDeviceTag tag) {
  const lo_emitter_state* state = LO_STATE(lo_emitter_state, tag, EMITTER);
  return state ? state->range : NAN;
}
