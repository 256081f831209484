/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_inertial_unit_*. */
#include "controllers/wire/inertial_unit.h"

#include <math.h>
#include <webots/inertial_unit.h>

#include "controllers/lib/session.h"

double wb_inertial_unit_get_noise(WbDeviceTag tag) {
  const lo_inertial_unit_state* state = LO_STATE(lo_inertial_unit_state, tag, INERTIAL_UNIT);
  return state ? state->noise : 0;
}

const double* wb_inertial_unit_get_quaternion(WbDeviceTag tag) {
  return lo_sensor_values(tag, LO_DEVICE_INERTIAL_UNIT, __func__);
}

static double clamped(double sine) { return sine > 1 ? 1 : sine < -1 ? -1 : sine; }

/* Angles of the rotation R that the quaternion stands for, world from sensor.
 * z up (ENU): R = Rz(yaw) Ry(pitch) Rx(roll), so R20 = -sin(pitch), R21/R22 = tan(roll), R10/R00 = tan(yaw).
 * y up (NUE, EUN): R = Ry(yaw) Rz(pitch) Rx(roll), so R10 = sin(pitch), -R12/R11 = tan(roll), -R20/R00 = tan(yaw). */
static void angles_of(const double q[4], bool z_up, double angles[3]) {
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  const double r00 = 1 - 2 * (y * y + z * z), r10 = 2 * (x * y + w * z), r20 = 2 * (x * z - w * y);
  const double r11 = 1 - 2 * (x * x + z * z), r12 = 2 * (y * z - w * x);
  const double r21 = 2 * (y * z + w * x), r22 = 1 - 2 * (x * x + y * y);
  if (z_up) {
    angles[0] = atan2(r21, r22);
    angles[1] = asin(clamped(-r20));
    angles[2] = atan2(r10, r00);
  } else {
    angles[0] = atan2(-r12, r11);
    angles[1] = asin(clamped(r10));
    angles[2] = atan2(-r20, r00);
  }
}

static const double* roll_pitch_yaw(WbDeviceTag tag, const char* function) {
  const double* quaternion = lo_sensor_values(tag, LO_DEVICE_INERTIAL_UNIT, function);
  if (!quaternion) return NULL;
  const lo_inertial_unit_state* state = lo_peek_state(tag, LO_DEVICE_INERTIAL_UNIT);
  double* angles = lo_private(tag, "angles", 3 * sizeof(double));
  angles_of(quaternion, state->coordinate_system == LO_WORLD_ENU, angles);
  if (state->measured & LO_YAW_IS_OPPOSITE) angles[2] = -angles[2];
  for (int i = 0; i < 3; ++i)
    if (!(state->measured & (uint32_t)LO_MEASURES_ROLL << i)) angles[i] = NAN;
  return angles;
}

const double* wb_inertial_unit_get_roll_pitch_yaw(WbDeviceTag tag) { return roll_pitch_yaw(tag, __func__); }
const double* wb_inertial_unit_get_values(WbDeviceTag tag) { return roll_pitch_yaw(tag, __func__); }

/* Before R2021a a unit had a table. An empty one changes nothing. */
int wb_inertial_unit_get_lookup_table_size(WbDeviceTag tag) {
  (void)LO_STATE(lo_inertial_unit_state, tag, INERTIAL_UNIT);
  return 0;
}

const double* wb_inertial_unit_get_lookup_table(WbDeviceTag tag) {
  (void)LO_STATE(lo_inertial_unit_state, tag, INERTIAL_UNIT);
  return NULL;
}
