/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Bones of an animated skin. Poses go and come by LO_MESSAGE_SKIN as immediate requests: lo_skin_message, answered by
 * one with the same action and the values. */
#ifndef LIGHTSOUT_WIRE_SKIN_H
#define LIGHTSOUT_WIRE_SKIN_H

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"

typedef struct {
  uint32_t bone_count;
  uint32_t reserved;
  lo_array bone_names; /* bytes: each name with its NUL */
} lo_skin_state;

enum { LO_SKIN_GET_ORIENTATION = 1, LO_SKIN_GET_POSITION = 2, LO_SKIN_SET_ORIENTATION = 3, LO_SKIN_SET_POSITION = 4 };

typedef struct {
  int32_t action;
  int32_t bone;
  int32_t absolute; /* 1: world axes, 0: relative to the parent bone */
  int32_t reserved;
  double values[4]; /* axis and angle in rad; or x, y, z in m */
} lo_skin_message;

#endif
