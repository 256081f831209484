/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_receiver_*: packets that came with a step wait here until the controller drops them. */
#include "controllers/wire/receiver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <webots/receiver.h>

#include "controllers/lib/channels.h"
#include "controllers/lib/session.h"

typedef struct lo_received_packet {
  struct lo_received_packet* next;
  lo_receiver_packet head;
  int size;
  _Alignas(8) char data[]; /* controllers cast it to what they sent */
} lo_received_packet;

typedef struct {
  lo_received_packet *first, *last;
  int length;
  int bytes;
  bool close_is_set;
} lo_receiver_queue;

static void drop_first(lo_receiver_queue* queue) {
  lo_received_packet* packet = queue->first;
  queue->first = packet->next;
  queue->bytes -= packet->size;
  --queue->length;
  free(packet);
}

static void free_queue(void* memory) {
  lo_receiver_queue* queue = memory;
  while (queue->first) drop_first(queue);
}

static lo_receiver_queue* queue_of(WbDeviceTag tag) {
  lo_receiver_queue* queue = lo_private(tag, "receiver queue", sizeof *queue);
  if (!queue->close_is_set) {
    lo_at_close(free_queue, queue);
    queue->close_is_set = true;
  }
  return queue;
}

/* A packet of the engine; emitters never receive one. What does not fit is lost, as in a real buffer. */
void lo_receive_packet(WbDeviceTag tag, const void* payload, uint32_t size) {
  const lo_receiver_state* state = lo_peek_state(tag, LO_DEVICE_RECEIVER);
  if (!state || size < sizeof(lo_receiver_packet)) return;
  const int data_size = (int)(size - sizeof(lo_receiver_packet));
  lo_receiver_queue* queue = queue_of(tag);
  if (state->buffer_size != -1 && data_size > state->buffer_size - queue->bytes) return;
  lo_received_packet* packet = malloc(sizeof *packet + (size_t)data_size + 1);
  if (!packet) lo_out_of_memory();
  packet->next = NULL;
  memcpy(&packet->head, payload, sizeof packet->head);
  packet->size = data_size;
  memcpy(packet->data, (const char*)payload + sizeof packet->head, (size_t)data_size);
  packet->data[data_size] = 0; /* for those who print text that was sent without its NUL */
  if (queue->first)
    queue->last->next = packet;
  else
    queue->first = packet;
  queue->last = packet;
  queue->bytes += data_size;
  ++queue->length;
}

void lo_reset_receiver(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)payload, (void)size;
  if (lo_peek_state(tag, LO_DEVICE_RECEIVER)) free_queue(queue_of(tag));
}

void wb_receiver_set_channel(WbDeviceTag tag, int channel) {
  lo_receiver_state* state = LO_STATE(lo_receiver_state, tag, RECEIVER);
  if (!state || channel == state->channel) return;
  if (!lo_channel_allowed(tag, state->allowed_channels, channel, __func__)) return;
  state->channel = channel;
  lo_mark(tag, &state->changed, LO_RECEIVER_CHANNEL);
}

int wb_receiver_get_channel(WbDeviceTag tag) {
  const lo_receiver_state* state = LO_STATE(lo_receiver_state, tag, RECEIVER);
  return state ? state->channel : -1;
}

int wb_receiver_get_queue_length(WbDeviceTag tag) {
  const lo_receiver_state* state = LO_STATE(lo_receiver_state, tag, RECEIVER);
  if (!state) return -1;
  const int length = queue_of(tag)->length;
  if (!length && !state->sensor.period_ms) lo_warn(tag, __func__, "the receiver is not enabled");
  return length;
}

/* The first packet; NULL, with a warning, if there is none. */
static const lo_received_packet* first_of(WbDeviceTag tag, const char* function) {
  if (!lo_state_of(tag, LO_DEVICE_RECEIVER, function)) return NULL;
  const lo_received_packet* packet = queue_of(tag)->first;
  if (!packet) lo_warn(tag, function, "the queue is empty; wb_receiver_get_queue_length() tells");
  return packet;
}

void wb_receiver_next_packet(WbDeviceTag tag) {
  if (first_of(tag, __func__)) drop_first(queue_of(tag));
}

int wb_receiver_get_data_size(WbDeviceTag tag) {
  const lo_received_packet* packet = first_of(tag, __func__);
  return packet ? packet->size : -1;
}

const void* wb_receiver_get_data(WbDeviceTag tag) {
  const lo_received_packet* packet = first_of(tag, __func__);
  return packet ? packet->data : NULL;
}

double wb_receiver_get_signal_strength(WbDeviceTag tag) {
  const lo_received_packet* packet = first_of(tag, __func__);
  return packet ? packet->head.signal_strength : NAN;
}

const double* wb_receiver_get_emitter_direction(WbDeviceTag tag) {
  const lo_received_packet* packet = first_of(tag, __func__);
  return packet ? packet->head.direction : NULL;
}
