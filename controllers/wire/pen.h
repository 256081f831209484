/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A pen. */
#ifndef LIGHTSOUT_WIRE_PEN_H
#define LIGHTSOUT_WIRE_PEN_H

#include <stdint.h>

enum { LO_PEN_WRITE = 1, LO_PEN_INK = 2 }; /* lo_pen_state.changed */

typedef struct {
  /* commands; the engine writes the node's values before the first turn */
  uint32_t changed;
  int32_t write; /* 1: on the surface */
  int32_t color; /* 0xRRGGBB */
  int32_t reserved;
  double density; /* 0 to 1 */
} lo_pen_state;

#endif
