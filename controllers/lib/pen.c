/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_pen_*. */
#include "controllers/wire/pen.h"

#include <webots/pen.h>

#include "controllers/lib/session.h"

void wb_pen_write(WbDeviceTag tag, bool write) {
  lo_pen_state* state = LO_STATE(lo_pen_state, tag, PEN);
  if (!state) return;
  state->write = write;
  lo_mark(tag, &state->changed, LO_PEN_WRITE);
}

void wb_pen_set_ink_color(WbDeviceTag tag, int color, double density) {
  if (lo_is_nan(tag, __func__, "density", density)) return;
  lo_pen_state* state = LO_STATE(lo_pen_state, tag, PEN);
  if (!state) return;
  if (density < 0 || density > 1) {
    lo_warn(tag, __func__, "a density of %g is not between 0 and 1; the nearer end is taken", density);
    density = density < 0 ? 0 : 1;
  }
  state->color = color & 0xffffff;
  state->density = density;
  lo_mark(tag, &state->changed, LO_PEN_INK);
}
