/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_joystick_*. */
#include <string.h>
#include <webots/joystick.h>

#include "controllers/lib/session.h"
#include "controllers/wire/input.h"

enum { LO_JOYSTICK_MAX = 64 }; /* axes, povs, buttons that are down */

typedef struct {
  int period_ms;
  int next_button;
  lo_joystick_reading head;
  int32_t axes[LO_JOYSTICK_MAX], povs[LO_JOYSTICK_MAX], buttons[LO_JOYSTICK_MAX];
  lo_joystick_force force;
} lo_joystick;

static lo_joystick* joystick(void) { return lo_private(0, "joystick", sizeof(lo_joystick)); }

/* NULL before wb_robot_init and, after a warning, when it is not enabled. */
static lo_joystick* enabled(const char* function) {
  lo_joystick* j = joystick();
  if (j && !j->period_ms) {
    lo_warn(0, function, "the joystick is not enabled; wb_joystick_enable() gives it a sampling period");
    return NULL;
  }
  return j;
}

/* Buttons are those of the step that just ended; axes and povs stay. */
void lo_forget_buttons(int duration_ms) {
  (void)duration_ms;
  lo_joystick* j = joystick();
  j->head.pressed_count = j->next_button = 0;
}

/* Takes `count` values from the payload, the first LO_JOYSTICK_MAX of them into `values`. */
static int take(int32_t values[LO_JOYSTICK_MAX], int32_t count, const char** from, const char* end) {
  if (count < 0 || count > (end - *from) / (long)sizeof(int32_t)) return 0;
  const int kept = count < LO_JOYSTICK_MAX ? count : LO_JOYSTICK_MAX;
  memcpy(values, *from, (size_t)kept * sizeof(int32_t));
  *from += (size_t)count * sizeof(int32_t);
  return kept;
}

void lo_receive_joystick(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)tag;
  lo_joystick* j = joystick();
  if (size < sizeof j->head) return;
  memcpy(&j->head, payload, sizeof j->head);
  j->head.model[sizeof j->head.model - 1] = 0;
  const char* next = (const char*)payload + sizeof j->head;
  const char* end = (const char*)payload + size;
  j->head.axis_count = take(j->axes, j->head.axis_count, &next, end);
  j->head.pov_count = take(j->povs, j->head.pov_count, &next, end);
  j->head.pressed_count = take(j->buttons, j->head.pressed_count, &next, end);
  j->next_button = 0;
  lo_call_at_step(LO_HOOK_lo_forget_buttons);
}

void wb_joystick_enable(int sampling_period) {
  lo_joystick* j = joystick();
  if (!j) return;
  if (sampling_period < 0) {
    lo_warn(0, __func__, "a sampling period of %d ms is negative; ignored", sampling_period);
    return;
  }
  j->period_ms = sampling_period;
  const lo_input_enable message = {.device = LO_INPUT_JOYSTICK, .period_ms = sampling_period};
  lo_send(LO_MESSAGE_INPUT_ENABLE, 0, &message, sizeof message, NULL, 0);
}

void wb_joystick_disable() { wb_joystick_enable(0); }
int wb_joystick_get_sampling_period() { return joystick() ? joystick()->period_ms : 0; }

bool wb_joystick_is_connected() {
  const lo_joystick* j = enabled(__func__);
  return j && j->head.connected;
}

const char* wb_joystick_get_model() {
  const lo_joystick* j = joystick();
  return j && j->head.connected ? j->head.model : NULL;
}

int wb_joystick_get_number_of_axes() {
  const lo_joystick* j = enabled(__func__);
  return j ? j->head.axis_count : 0;
}

int wb_joystick_get_axis_value(int axis) {
  const lo_joystick* j = enabled(__func__);
  if (!j) return 0;
  if (axis >= 0 && axis < j->head.axis_count) return j->axes[axis];
  lo_warn(0, __func__, "axis %d is out of range, there are %d", axis, j->head.axis_count);
  return 0;
}

int wb_joystick_get_number_of_povs() {
  const lo_joystick* j = enabled(__func__);
  return j ? j->head.pov_count : 0;
}

int wb_joystick_get_pov_value(int pov) {
  const lo_joystick* j = enabled(__func__);
  if (!j) return 0;
  if (pov >= 0 && pov < j->head.pov_count) return j->povs[pov];
  lo_warn(0, __func__, "point of view %d is out of range, there are %d", pov, j->head.pov_count);
  return 0;
}

int wb_joystick_get_pressed_button() {
  lo_joystick* j = enabled(__func__);
  return j && j->next_button < j->head.pressed_count ? j->buttons[j->next_button++] : -1;
}

static void send_force(const lo_joystick* j) {
  lo_send(LO_MESSAGE_JOYSTICK_FORCE, 0, &j->force, sizeof j->force, NULL, 0);
}

void wb_joystick_set_constant_force(int level) {
  lo_joystick* j = enabled(__func__);
  if (!j) return;
  j->force.level = level;
  send_force(j);
}

void wb_joystick_set_constant_force_duration(double duration) {
  lo_joystick* j = enabled(__func__);
  if (!j || lo_is_nan(0, __func__, "duration", duration)) return;
  if (duration < 0) {
    lo_warn(0, __func__, "a duration of %g s is negative; ignored", duration);
    return;
  }
  j->force.duration = duration;
  send_force(j);
}

void wb_joystick_set_auto_centering_gain(double gain) {
  lo_joystick* j = enabled(__func__);
  if (!j || lo_is_nan(0, __func__, "gain", gain)) return;
  j->force.auto_centering_gain = gain;
  send_force(j);
}

void wb_joystick_set_resistance_gain(double gain) {
  lo_joystick* j = enabled(__func__);
  if (!j || lo_is_nan(0, __func__, "gain", gain)) return;
  j->force.resistance_gain = gain;
  send_force(j);
}

void wb_joystick_set_force_axis(int axis) {
  lo_joystick* j = enabled(__func__);
  if (!j) return;
  if (axis < 0 || axis >= j->head.axis_count) {
    lo_warn(0, __func__, "axis %d is out of range, there are %d", axis, j->head.axis_count);
    return;
  }
  j->force.axis = axis;
  send_force(j);
}
