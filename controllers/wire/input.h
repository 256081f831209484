/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Keyboard, mouse and joystick. The controller sends LO_MESSAGE_INPUT_ENABLE (lo_input_enable) to start, change or stop
 * them, each time with a new period; the engine sends a reading when a period ends, with the step. */
#ifndef LIGHTSOUT_WIRE_INPUT_H
#define LIGHTSOUT_WIRE_INPUT_H

#include "controllers/wire/message.h"

enum { LO_INPUT_KEYBOARD = 0, LO_INPUT_MOUSE = 1, LO_INPUT_JOYSTICK = 2 };

typedef struct lo_input_enable {
  int32_t device;    /* LO_INPUT_... */
  int32_t period_ms; /* 0: disable */
} lo_input_enable;

/* LO_MESSAGE_KEYBOARD: int32_t keys that are down (WB_KEYBOARD_..., letters as upper-case ASCII), at most seven. */
#define LO_KEYBOARD_MAX_KEYS 7

/* LO_MESSAGE_MOUSE; NaN where it does not apply. */
typedef struct {
  double u, v;    /* 0 to 1 of the view, from the top left */
  double x, y, z; /* m, world axes */
  int32_t left, middle, right;
  int32_t reserved;
} lo_mouse_reading;

/* LO_MESSAGE_JOYSTICK: the head, then int32_t axes, povs and pressed buttons. connected 0: unplugged, the rest is
 * empty. */
typedef struct {
  int32_t connected;
  int32_t axis_count;
  int32_t pov_count;
  int32_t pressed_count;
  char model[64];
} lo_joystick_reading;

/* LO_MESSAGE_JOYSTICK_FORCE, from the controller. */
typedef struct {
  int32_t level;
  int32_t axis;
  double duration; /* s */
  double auto_centering_gain;
  double resistance_gain;
} lo_joystick_force;

#endif
