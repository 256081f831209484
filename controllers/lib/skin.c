/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_skin_*: every set and get of a bone is a round trip. */
#include "controllers/wire/skin.h"

#include <string.h>
#include <webots/skin.h>

#include "controllers/lib/session.h"

static const lo_skin_state* skin_with_bone(WbDeviceTag tag, int index, const char* function) {
  const lo_skin_state* state = lo_state_of(tag, LO_DEVICE_SKIN, function);
  if (!state) return NULL;
  if (index >= 0 && (uint32_t)index < state->bone_count) return state;
  lo_warn(tag, function, "bone %d is out of range, the skin has %u bones", index, state->bone_count);
  return NULL;
}

int wb_skin_get_bone_count(WbDeviceTag tag) {
  const lo_skin_state* state = LO_STATE(lo_skin_state, tag, SKIN);
  return state ? (int)state->bone_count : 0;
}

const char* wb_skin_get_bone_name(WbDeviceTag tag, int index) {
  const lo_skin_state* state = skin_with_bone(tag, index, __func__);
  if (!state) return NULL;
  uint32_t size;
  const char* name = lo_current_array(tag, state->bone_names, 1, &size);
  const char* const end = name + size;
  while (index-- > 0 && name < end) name += strlen(name) + 1;
  return name < end ? name : "";
}

static const lo_skin_message* ask(WbDeviceTag tag, lo_skin_message message, const char* function) {
  uint32_t size;
  const lo_skin_message* answer = lo_request(LO_MESSAGE_SKIN, tag, &message, sizeof message, NULL, 0, &size, function);
  return answer && size >= sizeof *answer && answer->action == message.action ? answer : NULL;
}

static void set(WbDeviceTag tag, int action, int index, const double* values, int count, bool absolute,
                const char* function) {
  lo_skin_message message = {.action = action, .bone = index, .absolute = absolute};
  for (int i = 0; i < count; ++i) {
    if (lo_is_nan(tag, function, "values", values[i])) return;
    message.values[i] = values[i];
  }
  if (skin_with_bone(tag, index, function)) ask(tag, message, function);
}

void wb_skin_set_bone_orientation(WbDeviceTag tag, int index, const double orientation[4], bool absolute) {
  if (orientation[0] == 0 && orientation[1] == 0 && orientation[2] == 0)
    lo_warn(tag, __func__, "the axis is 0 0 0; ignored");
  else
    set(tag, LO_SKIN_SET_ORIENTATION, index, orientation, 4, absolute, __func__);
}

void wb_skin_set_bone_position(WbDeviceTag tag, int index, const double position[3], bool absolute) {
  set(tag, LO_SKIN_SET_POSITION, index, position, 3, absolute, __func__);
}

static const double* get(WbDeviceTag tag, int action, int index, bool absolute, const char* key, const char* function) {
  if (!skin_with_bone(tag, index, function)) return NULL;
  const lo_skin_message* answer =
      ask(tag, (lo_skin_message){.action = action, .bone = index, .absolute = absolute}, function);
  if (!answer) return NULL;
  double* values = lo_private(tag, key, 4 * sizeof(double));
  memcpy(values, answer->values, 4 * sizeof(double));
  return values;
}

const double* wb_skin_get_bone_orientation(WbDeviceTag tag, int index, bool absolute) {
  return get(tag, LO_SKIN_GET_ORIENTATION, index, absolute, "bone orientation", __func__);
}

const double* wb_skin_get_bone_position(WbDeviceTag tag, int index, bool absolute) {
  return get(tag, LO_SKIN_GET_POSITION, index, absolute, "bone position", __func__);
}
