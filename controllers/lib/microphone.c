/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_microphone_*: the samples of the last period. */
#include "controllers/wire/microphone.h"

#include <webots/microphone.h>

#include "controllers/lib/session.h"

static const char samples_key[] = "samples";

static uint32_t* size_of(WbDeviceTag tag) { return lo_private(tag, "sample size", sizeof(uint32_t)); }

void lo_receive_sound(WbDeviceTag tag, const void* payload, uint32_t size) {
  if (!lo_peek_state(tag, LO_DEVICE_MICROPHONE)) return;
  lo_keep_text(tag, samples_key, payload, size);
  *size_of(tag) = size;
}

const void* wb_microphone_get_sample_data(WbDeviceTag tag) {
  const lo_microphone_state* state = LO_STATE(lo_microphone_state, tag, MICROPHONE);
  if (!state) return NULL;
  if (!state->sensor.period_ms) lo_warn(tag, __func__, "the microphone is not enabled");
  return lo_kept_text(tag, samples_key);
}

int wb_microphone_get_sample_size(WbDeviceTag tag) {
  const lo_microphone_state* state = LO_STATE(lo_microphone_state, tag, MICROPHONE);
  return state ? (int)*size_of(tag) : -1;
}
