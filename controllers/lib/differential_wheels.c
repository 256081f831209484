/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_differential_wheels_*: the wheels are a device without a tag of the user's. */
#include "controllers/wire/differential_wheels.h"

#include <math.h>
#include <webots/differential_wheels.h>

#include "controllers/lib/session.h"

/* Tag of the robot's wheels; 0, with a warning, for any other robot. */
static WbDeviceTag wheels_tag(const char* function) {
  for (uint32_t tag = 1; tag < lo_device_count(); ++tag)
    if (lo_peek_state((WbDeviceTag)tag, LO_DEVICE_DIFFERENTIAL_WHEELS)) return (WbDeviceTag)tag;
  lo_warn(0, function, "the robot is no DifferentialWheels node; ignored");
  return 0;
}

/* NULL for tag 0. */
static lo_differential_wheels_state* state_of(WbDeviceTag tag) {
  return tag ? lo_peek_state(tag, LO_DEVICE_DIFFERENTIAL_WHEELS) : NULL;
}

static lo_differential_wheels_state* wheels(const char* function) { return state_of(wheels_tag(function)); }

void wb_differential_wheels_set_speed(double left, double right) {
  const WbDeviceTag tag = wheels_tag(__func__);
  lo_differential_wheels_state* state = state_of(tag);
  if (!state || lo_is_nan(0, __func__, "left", left) || lo_is_nan(0, __func__, "right", right)) return;
  if (fmax(fabs(left), fabs(right)) * state->speed_unit > state->max_speed * (1 + 1e-9))
    lo_warn(0, __func__, "speeds %g and %g times speedUnit pass maxSpeed, %g rad/s", left, right, state->max_speed);
  state->left_speed = left;
  state->right_speed = right;
  lo_mark(tag, &state->changed, LO_WHEELS_SPEED);
}

double wb_differential_wheels_get_left_speed() {
  const lo_differential_wheels_state* state = wheels(__func__);
  return state ? state->left_speed : NAN;
}

double wb_differential_wheels_get_right_speed() {
  const lo_differential_wheels_state* state = wheels(__func__);
  return state ? state->right_speed : NAN;
}

double wb_differential_wheels_get_max_speed() {
  const lo_differential_wheels_state* state = wheels(__func__);
  return state ? state->max_speed : NAN;
}

double wb_differential_wheels_get_speed_unit() {
  const lo_differential_wheels_state* state = wheels(__func__);
  return state ? state->speed_unit : NAN;
}

void wb_differential_wheels_enable_encoders(int sampling_period) {
  const WbDeviceTag tag = wheels_tag(__func__);
  if (tag) lo_sensor_enable(tag, LO_DEVICE_DIFFERENTIAL_WHEELS, sampling_period, __func__);
}

void wb_differential_wheels_disable_encoders() {
  const WbDeviceTag tag = wheels_tag(__func__);
  if (tag) lo_sensor_enable(tag, LO_DEVICE_DIFFERENTIAL_WHEELS, 0, __func__);
}

int wb_differential_wheels_get_encoders_sampling_period() {
  const WbDeviceTag tag = wheels_tag(__func__);
  return tag ? lo_sensor_period(tag, LO_DEVICE_DIFFERENTIAL_WHEELS, __func__) : 0;
}

/* What was set counts at once; the engine makes it the reading with the next turn. Readings are state, and before its
   first turn a controller runs beside the engine: so it does not write them itself. */
static double encoder(int index, const char* function) {
  const WbDeviceTag tag = wheels_tag(function);
  const double* values = tag ? lo_sensor_values(tag, LO_DEVICE_DIFFERENTIAL_WHEELS, function) : NULL;
  if (!values) return NAN;
  const lo_differential_wheels_state* state = state_of(tag);
  if (state->changed & LO_WHEELS_ENCODERS) return index == 0 ? state->left_encoder : state->right_encoder;
  return values[index];
}

double wb_differential_wheels_get_left_encoder() { return encoder(0, __func__); }
double wb_differential_wheels_get_right_encoder() { return encoder(1, __func__); }
double wb_differential_wheels_get_left_encoders() { return encoder(0, __func__); }
double wb_differential_wheels_get_right_encoders() { return encoder(1, __func__); }

void wb_differential_wheels_set_encoders(double left, double right) {
  const WbDeviceTag tag = wheels_tag(__func__);
  lo_differential_wheels_state* state = state_of(tag);
  if (!state || lo_is_nan(0, __func__, "left", left) || lo_is_nan(0, __func__, "right", right)) return;
  state->left_encoder = left;
  state->right_encoder = right;
  lo_mark(tag, &state->changed, LO_WHEELS_ENCODERS);
}
