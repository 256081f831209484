/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_mouse_*. */
#include <math.h>
#include <string.h>
#include <webots/mouse.h>

#include "controllers/lib/session.h"
#include "controllers/wire/input.h"

typedef struct {
  bool known; /* state is set */
  bool with_3d;
  int period_ms;
  WbMouseState state;
} lo_mouse;

static lo_mouse* mouse(void) {
  lo_mouse* m = lo_private(0, "mouse", sizeof *m);
  if (m && !m->known) {
    m->state = (WbMouseState){.u = NAN, .v = NAN, .x = NAN, .y = NAN, .z = NAN};
    m->known = true;
  }
  return m;
}

void lo_receive_mouse(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_mouse_reading r;
  if (size < sizeof r) return;
  memcpy(&r, payload, sizeof r);
  lo_mouse* m = mouse();
  m->state = (WbMouseState){r.u, r.v, r.x, r.y, r.z, r.left != 0, r.middle != 0, r.right != 0};
  if (!m->with_3d) m->state.x = m->state.y = m->state.z = NAN;
}

void wb_mouse_enable(int sampling_period) {
  lo_mouse* m = mouse();
  if (!m) return;
  if (sampling_period < 0) {
    lo_warn(0, __func__, "a sampling period of %d ms is negative; ignored", sampling_period);
    return;
  }
  m->period_ms = sampling_period;
  const lo_input_enable message = {.device = LO_INPUT_MOUSE, .period_ms = sampling_period};
  lo_send(LO_MESSAGE_INPUT_ENABLE, 0, &message, sizeof message, NULL, 0);
}

void wb_mouse_disable() { wb_mouse_enable(0); }
int wb_mouse_get_sampling_period() { return mouse() ? mouse()->period_ms : 0; }

void wb_mouse_enable_3d_position() {
  lo_mouse* m = mouse();
  if (!m) return;
  if (!m->period_ms) {
    lo_warn(0, __func__, "the mouse is not enabled; ignored");
    return;
  }
  m->with_3d = true;
}

void wb_mouse_disable_3d_position() {
  lo_mouse* m = mouse();
  if (m) m->with_3d = false;
}

bool wb_mouse_is_3d_position_enabled() { return mouse() && mouse()->with_3d; }

WbMouseState* wb_mouse_get_state_pointer() { return mouse() ? &mouse()->state : NULL; }

WbMouseState wb_mouse_get_state() {
  return mouse() ? mouse()->state : (WbMouseState){.u = NAN, .v = NAN, .x = NAN, .y = NAN, .z = NAN};
}
