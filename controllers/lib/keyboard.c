/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_keyboard_*, and wb_robot_keyboard_* as it was called before. */
#include <string.h>
#include <webots/keyboard.h>
#include <webots/robot.h>

#include "controllers/lib/session.h"
#include "controllers/wire/input.h"

typedef struct {
  int period_ms;
  int count, next;
  int32_t keys[LO_KEYBOARD_MAX_KEYS];
} lo_keyboard;

static lo_keyboard* keyboard(void) { return lo_private(0, "keyboard", sizeof(lo_keyboard)); }

/* Keys are those of the step that just ended. */
void lo_forget_keys(int duration_ms) {
  (void)duration_ms;
  lo_keyboard* k = keyboard();
  k->count = k->next = 0;
}

void lo_receive_keys(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_keyboard* k = keyboard();
  uint32_t count = size / sizeof(int32_t);
  if (count > LO_KEYBOARD_MAX_KEYS) count = LO_KEYBOARD_MAX_KEYS;
  memcpy(k->keys, payload, count * sizeof(int32_t));
  lo_call_at_step(LO_HOOK_lo_forget_keys);
  k->count = (int)count;
  k->next = 0;
}

static void enable(int period_ms, const char* function) {
  lo_keyboard* k = keyboard();
  if (!k) return;
  if (period_ms < 0) {
    lo_warn(0, function, "a sampling period of %d ms is negative; ignored", period_ms);
    return;
  }
  k->period_ms = period_ms;
  k->count = k->next = 0;
  const lo_input_enable message = {.device = LO_INPUT_KEYBOARD, .period_ms = period_ms};
  lo_send(LO_MESSAGE_INPUT_ENABLE, 0, &message, sizeof message, NULL, 0);
}

static int next_key(const char* function) {
  lo_keyboard* k = keyboard();
  if (!k) return -1;
  if (!k->period_ms)
    lo_warn(0, function, "the keyboard is not enabled; wb_keyboard_enable() gives it a sampling period");
  return k->next < k->count ? k->keys[k->next++] : -1;
}

void wb_keyboard_enable(int sampling_period) { enable(sampling_period, __func__); }
void wb_keyboard_disable() { enable(0, __func__); }
int wb_keyboard_get_sampling_period() { return keyboard() ? keyboard()->period_ms : 0; }
int wb_keyboard_get_key() { return next_key(__func__); }

/* The older functions answered 0, not -1, when no key was down. */
void wb_robot_keyboard_enable(int sampling_period) { enable(sampling_period, __func__); }
void wb_robot_keyboard_disable() { enable(0, __func__); }
int wb_robot_keyboard_get_key() {
  const int key = next_key(__func__);
  return key < 0 ? 0 : key;
}
