/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A mouse over the 3D view. */
#ifndef WB_MOUSE_STATE_H
#define WB_MOUSE_STATE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double u; /* 0 (left) to 1 (right) of the view */
  double v; /* 0 (top) to 1 (bottom) of the view */
  double x; /* what it points at, in the world; NaN if nothing, or if not enabled */
  double y;
  double z;
  bool left; /* buttons that are down */
  bool middle;
  bool right;
} WbMouseState;

#ifdef __cplusplus
}
#endif

#endif
