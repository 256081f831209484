/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A lamp. */
#ifndef LIGHTSOUT_WIRE_LED_H
#define LIGHTSOUT_WIRE_LED_H

#include <stdint.h>

enum { LO_LED_VALUE = 1 }; /* lo_led_state.changed */

typedef struct {
  uint32_t changed;
  int32_t value; /* 0: off; else index from 1 in the node's colours, or 0xRRGGBB or 0..255 with `gradual` */
} lo_led_state;

#endif
