/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_motor_*. Clamping to the motor's limits is the engine's: a physics plugin or a supervisor meets the same limits.
 * What was asked for is answered as it was asked: manual, Motor: "This value matches with the argument given to the
 * last wb_motor_set_position function call." */
#include "controllers/wire/motor.h"

#include <math.h>
#include <webots/motor.h>

#include "controllers/lib/session.h"

#define MOTOR(tag) LO_STATE(lo_motor_state, tag, MOTOR)

/* The i-th motor that is coupled with this one; NULL past the last. The engine passes commands on to them; here only
 * what their own functions answer follows: what was asked of this one times their own multiplier. */
static lo_motor_state* coupled(WbDeviceTag tag, const lo_motor_state* motor, uint32_t i) {
  uint32_t count;
  const uint32_t* tags = lo_current_array(tag, motor->coupled_tags, sizeof *tags, &count);
  return i < count ? lo_peek_state((WbDeviceTag)tags[i], LO_DEVICE_MOTOR) : NULL;
}

static bool is_in_range(const lo_motor_state* motor, double target) {
  return motor->min_position == motor->max_position || (target >= motor->min_position && target <= motor->max_position);
}

void wb_motor_set_position(WbDeviceTag tag, double position) {
  lo_motor_state* motor = MOTOR(tag);
  if (!motor || lo_is_nan(tag, __func__, "position", position)) return;
  const double target = position * motor->multiplier;
  if (isfinite(position) && !is_in_range(motor, target))
    lo_warn(tag, __func__, "the position %g is not in the motor's range [%g, %g]; its end is taken", target,
            motor->min_position, motor->max_position);
  motor->position = position;
  lo_unmark(&motor->changed, LO_MOTOR_FORCE);
  lo_mark(tag, &motor->changed, LO_MOTOR_POSITION);
  for (uint32_t i = 0; i < motor->coupled_tags_count; ++i) {
    lo_motor_state* other = coupled(tag, motor, i);
    if (!other) continue;
    other->position = isinf(position) ? position : position * other->multiplier;
    lo_unmark(&other->changed, LO_MOTOR_FORCE | LO_MOTOR_POSITION);
  }
}

void wb_motor_set_velocity(WbDeviceTag tag, double velocity) {
  lo_motor_state* motor = MOTOR(tag);
  if (!motor || lo_is_nan(tag, __func__, "velocity", velocity)) return;
  if (velocity < 0 && isfinite(motor->position)) {
    lo_warn(tag, __func__,
            "the velocity %g is negative while the motor has a target position, where it is a limit; ignored",
            velocity);
    return;
  }
  if (fabs(velocity * motor->multiplier) > motor->max_velocity * (1 + 1e-9))
    lo_warn(tag, __func__, "the velocity %g passes maxVelocity, %g, which is taken", velocity * motor->multiplier,
            motor->max_velocity);
  motor->velocity = velocity;
  lo_mark(tag, &motor->changed, LO_MOTOR_VELOCITY);
  for (uint32_t i = 0; i < motor->coupled_tags_count; ++i) {
    lo_motor_state* other = coupled(tag, motor, i);
    if (!other) continue;
    other->velocity = velocity * other->multiplier;
    lo_unmark(&other->changed, LO_MOTOR_VELOCITY);
  }
}

void wb_motor_set_acceleration(WbDeviceTag tag, double acceleration) {
  lo_motor_state* motor = MOTOR(tag);
  if (!motor || lo_is_nan(tag, __func__, "acceleration", acceleration)) return;
  if (acceleration < 0 && acceleration != -1) {
    lo_warn(tag, __func__, "the acceleration %g is negative; only -1 (no limit) may be; ignored", acceleration);
    return;
  }
  motor->acceleration = acceleration;
  lo_mark(tag, &motor->changed, LO_MOTOR_ACCELERATION);
}

void wb_motor_set_control_pid(WbDeviceTag tag, double p, double i, double d) {
  lo_motor_state* motor = MOTOR(tag);
  if (!motor || lo_is_nan(tag, __func__, "p", p) || lo_is_nan(tag, __func__, "i", i) ||
      lo_is_nan(tag, __func__, "d", d))
    return;
  if (p <= 0 || i < 0 || d < 0) {
    lo_warn(tag, __func__, "p = %g must be positive, i = %g and d = %g not negative; ignored", p, i, d);
    return;
  }
  motor->pid[0] = p;
  motor->pid[1] = i;
  motor->pid[2] = d;
  lo_mark(tag, &motor->changed, LO_MOTOR_PID);
}

static void set_force(WbDeviceTag tag, double force, const char* argument, const char* function) {
  lo_motor_state* motor = lo_state_of(tag, LO_DEVICE_MOTOR, function);
  if (!motor || lo_is_nan(tag, function, argument, force)) return;
  if (!motor->coupled_tags_count && fabs(force * motor->multiplier) > motor->available_force)
    lo_warn(tag, function, "the %s %g passes what the motor has, %g, which is taken", argument,
            force * motor->multiplier, motor->available_force);
  motor->force = force;
  lo_mark(tag, &motor->changed, LO_MOTOR_FORCE);
  for (uint32_t i = 0; i < motor->coupled_tags_count; ++i) {
    lo_motor_state* other = coupled(tag, motor, i);
    if (!other) continue;
    other->force = force;
    lo_unmark(&other->changed, LO_MOTOR_FORCE);
  }
}

static void set_available(WbDeviceTag tag, double force, const char* argument, const char* function) {
  lo_motor_state* motor = lo_state_of(tag, LO_DEVICE_MOTOR, function);
  if (!motor || lo_is_nan(tag, function, argument, force)) return;
  if (force < 0) {
    lo_warn(tag, function, "the value %g is negative; ignored", force);
    return;
  }
  if (force > motor->max_force)
    lo_warn(tag, function, "the %s %g passes the greatest of the motor, %g, which is taken", argument, force,
            motor->max_force);
  motor->available_force = force;
  lo_mark(tag, &motor->changed, LO_MOTOR_AVAILABLE_FORCE);
}

static void set_feedback_period(WbDeviceTag tag, int sampling_period, const char* function) {
  lo_motor_state* motor = lo_state_of(tag, LO_DEVICE_MOTOR, function);
  if (!motor || !lo_is_period(tag, function, sampling_period)) return;
  motor->feedback_period_ms = (uint32_t)sampling_period;
  lo_mark(tag, &motor->changed, LO_MOTOR_FEEDBACK_PERIOD);
}

static double get_feedback(WbDeviceTag tag, const char* function) {
  const lo_motor_state* motor = lo_state_of(tag, LO_DEVICE_MOTOR, function);
  if (!motor) return NAN;
  if (!motor->feedback_period_ms) lo_warn(tag, function, "the feedback is not enabled");
  return motor->feedback;
}

void wb_motor_set_force(WbDeviceTag tag, double force) { set_force(tag, force, "force", __func__); }
void wb_motor_set_torque(WbDeviceTag tag, double torque) { set_force(tag, torque, "torque", __func__); }
void wb_motor_set_available_force(WbDeviceTag tag, double force) { set_available(tag, force, "force", __func__); }
void wb_motor_set_available_torque(WbDeviceTag tag, double torque) { set_available(tag, torque, "torque", __func__); }

void wb_motor_enable_force_feedback(WbDeviceTag tag, int period) { set_feedback_period(tag, period, __func__); }
void wb_motor_disable_force_feedback(WbDeviceTag tag) { set_feedback_period(tag, 0, __func__); }
void wb_motor_enable_torque_feedback(WbDeviceTag tag, int period) { set_feedback_period(tag, period, __func__); }
void wb_motor_disable_torque_feedback(WbDeviceTag tag) { set_feedback_period(tag, 0, __func__); }
double wb_motor_get_force_feedback(WbDeviceTag tag) { return get_feedback(tag, __func__); }
double wb_motor_get_torque_feedback(WbDeviceTag tag) { return get_feedback(tag, __func__); }

#define MOTOR_GETTER(type, function, value, absent) \
  type function(WbDeviceTag tag) {                  \
    const lo_motor_state* motor = MOTOR(tag);       \
    return motor ? (type)(value) : (type)(absent);  \
  }

MOTOR_GETTER(int, wb_motor_get_force_feedback_sampling_period, motor->feedback_period_ms, 0)
MOTOR_GETTER(int, wb_motor_get_torque_feedback_sampling_period, motor->feedback_period_ms, 0)
MOTOR_GETTER(WbJointType, wb_motor_get_type, motor->linear ? WB_LINEAR : WB_ROTATIONAL, WB_ROTATIONAL)
MOTOR_GETTER(double, wb_motor_get_target_position, motor->position, NAN)
MOTOR_GETTER(double, wb_motor_get_min_position, motor->min_position, NAN)
MOTOR_GETTER(double, wb_motor_get_max_position, motor->max_position, NAN)
MOTOR_GETTER(double, wb_motor_get_velocity, motor->velocity, NAN)
MOTOR_GETTER(double, wb_motor_get_max_velocity, motor->max_velocity, NAN)
MOTOR_GETTER(double, wb_motor_get_acceleration, motor->acceleration, NAN)
MOTOR_GETTER(double, wb_motor_get_available_force, motor->available_force, NAN)
MOTOR_GETTER(double, wb_motor_get_available_torque, motor->available_force, NAN)
MOTOR_GETTER(double, wb_motor_get_max_force, motor->max_force, NAN)
MOTOR_GETTER(double, wb_motor_get_max_torque, motor->max_force, NAN)
MOTOR_GETTER(double, wb_motor_get_multiplier, motor->multiplier, NAN)
MOTOR_GETTER(WbDeviceTag, wb_motor_get_brake, motor->brake_tag, 0)
MOTOR_GETTER(WbDeviceTag, wb_motor_get_position_sensor, motor->position_sensor_tag, 0)
