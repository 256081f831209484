/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_led_*. */
#include "controllers/wire/led.h"

#include <webots/led.h>

#include "controllers/lib/session.h"

void wb_led_set(WbDeviceTag tag, int value) {
  lo_led_state* state = LO_STATE(lo_led_state, tag, LED);
  if (!state) return;
  state->value = value;
  lo_mark(tag, &state->changed, LO_LED_VALUE);
}

int wb_led_get(WbDeviceTag tag) {
  const lo_led_state* state = LO_STATE(lo_led_state, tag, LED);
  return state ? state->value : 0;
}
