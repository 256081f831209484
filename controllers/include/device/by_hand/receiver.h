/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: a receiver had a buffer, with all bytes that came in the last step. */
#ifndef DEVICE_BY_HAND_RECEIVER_H
#define DEVICE_BY_HAND_RECEIVER_H

#include <stdlib.h>
#include <string.h>

typedef struct device_receiver {
  DeviceTag tag;
  unsigned step; /* to which the bytes belong */
  int size;
  char* bytes;
  struct device_receiver* next;
} device_receiver;

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) device_receiver* device_receivers;
#ifdef __cplusplus
}
#endif

/* Its packets of this step, one behind the other. They are in its queue no more. */
static inline device_receiver* device_receiver_of(DeviceTag tag) {
  device_receiver* receiver = device_receivers;
  while (receiver && receiver->tag != tag) receiver = receiver->next;
  if (!receiver) {
    receiver = (device_receiver*)calloc(1, sizeof *receiver);
    if (!receiver) return receiver;
    receiver->tag = tag;
    receiver->next = device_receivers;
    device_receivers = receiver;
  } else if (receiver->step == device_steps) {
    return receiver;
  }
  receiver->step = device_steps;
  receiver->size = 0;
  for (; wb_receiver_get_queue_length(tag) > 0; wb_receiver_next_packet(tag)) {
    const int size = wb_receiver_get_data_size(tag);
    char* bytes = (char*)realloc(receiver->bytes, (size_t)(receiver->size + size + 1));
    if (!bytes) break;
    receiver->bytes = bytes;
    memcpy(bytes + receiver->size, wb_receiver_get_data(tag), (size_t)size);
    receiver->size += size;
  }
  return receiver;
}

static inline const void* receiver_get_buffer(DeviceTag tag) {
  const device_receiver* receiver = device_receiver_of(tag);
  return receiver ? receiver->bytes : NULL;
}

static inline int receiver_get_buffer_size(DeviceTag tag) {
  const device_receiver* receiver = device_receiver_of(tag);
  return receiver ? receiver->size : 0;
}

#endif
