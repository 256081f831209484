/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: an emitter had a buffer, of which emitter_send() sent the first bytes. */
#ifndef DEVICE_BY_HAND_EMITTER_H
#define DEVICE_BY_HAND_EMITTER_H

#include <stdlib.h>

typedef struct device_emitter {
  DeviceTag tag;
  int size;
  void* bytes;
  struct device_emitter* next;
} device_emitter;

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) device_emitter* device_emitters;
#ifdef __cplusplus
}
#endif

/* As long as its field bufferSize says; where that has no limit, 65536 bytes. */
static inline device_emitter* device_emitter_of(DeviceTag tag) {
  device_emitter* emitter = device_emitters;
  while (emitter && emitter->tag != tag) emitter = emitter->next;
  if (emitter) return emitter;
  emitter = (device_emitter*)calloc(1, sizeof *emitter);
  if (!emitter) return emitter;
  const int size = wb_emitter_get_buffer_size(tag);
  emitter->tag = tag;
  emitter->size = size > 0 ? size : 65536;
  emitter->bytes = calloc((size_t)emitter->size, 1);
  emitter->next = device_emitters;
  device_emitters = emitter;
  return emitter;
}

static inline void* emitter_get_buffer(DeviceTag tag) {
  const device_emitter* emitter = device_emitter_of(tag);
  return emitter ? emitter->bytes : NULL;
}

static inline int device_emitter_send(DeviceTag tag, int size) {
  const device_emitter* emitter = device_emitter_of(tag);
  return emitter && emitter->bytes && size <= emitter->size ? wb_emitter_send(tag, emitter->bytes, size) : 0;
}
#define emitter_send device_emitter_send
#define emitter_send_packet wb_emitter_send

#endif
