/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_servo_*, and wb_motor_* of Webots 7: the functions of a time when motor and position sensor were one device.
 * Worlds with Servo nodes are upgraded to joints with a motor of the servo's name, so the tag is the motor's; its
 * joint's position sensor, which the upgrade adds, measures. */
#include <math.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/servo.h>

#include "controllers/lib/session.h"
#include "controllers/wire/motor.h"

static const lo_motor_state* servo(WbDeviceTag tag, const char* function) {
  return lo_state_of(tag, LO_DEVICE_MOTOR, function);
}

static WbDeviceTag sensor_of(WbDeviceTag tag, const char* function) {
  const lo_motor_state* motor = servo(tag, function);
  if (motor && !motor->position_sensor_tag) lo_warn(tag, function, "its joint has no position sensor");
  return motor ? (WbDeviceTag)motor->position_sensor_tag : 0;
}

void wb_servo_set_position(WbDeviceTag tag, double position) { wb_motor_set_position(tag, position); }
void wb_servo_set_velocity(WbDeviceTag tag, double velocity) { wb_motor_set_velocity(tag, velocity); }
void wb_servo_set_acceleration(WbDeviceTag tag, double acceleration) { wb_motor_set_acceleration(tag, acceleration); }
void wb_servo_set_control_p(WbDeviceTag tag, double p) { wb_motor_set_control_pid(tag, p, 0, 0); }

void wb_servo_set_motor_force(WbDeviceTag tag, double motor_force) {
  const lo_motor_state* motor = servo(tag, __func__);
  if (!motor) return;
  if (motor->linear)
    wb_motor_set_available_force(tag, motor_force);
  else
    wb_motor_set_available_torque(tag, motor_force);
}

void wb_servo_set_force(WbDeviceTag tag, double force) {
  const lo_motor_state* motor = servo(tag, __func__);
  if (!motor) return;
  if (motor->linear)
    wb_motor_set_force(tag, force);
  else
    wb_motor_set_torque(tag, force);
}

void wb_servo_enable_position(WbDeviceTag tag, int sampling_period) {
  const WbDeviceTag sensor = sensor_of(tag, __func__);
  if (sensor) wb_position_sensor_enable(sensor, sampling_period);
}

void wb_servo_disable_position(WbDeviceTag tag) {
  const WbDeviceTag sensor = sensor_of(tag, __func__);
  if (sensor) wb_position_sensor_disable(sensor);
}

int wb_servo_get_position_sampling_period(WbDeviceTag tag) {
  const WbDeviceTag sensor = sensor_of(tag, __func__);
  return sensor ? wb_position_sensor_get_sampling_period(sensor) : 0;
}

double wb_servo_get_position(WbDeviceTag tag) {
  const WbDeviceTag sensor = sensor_of(tag, __func__);
  return sensor ? wb_position_sensor_get_value(sensor) : NAN;
}

void wb_servo_enable_motor_force_feedback(WbDeviceTag tag, int sampling_period) {
  const lo_motor_state* motor = servo(tag, __func__);
  if (!motor) return;
  if (motor->linear)
    wb_motor_enable_force_feedback(tag, sampling_period);
  else
    wb_motor_enable_torque_feedback(tag, sampling_period);
}

void wb_servo_disable_motor_force_feedback(WbDeviceTag tag) { wb_servo_enable_motor_force_feedback(tag, 0); }

int wb_servo_get_motor_force_feedback_sampling_period(WbDeviceTag tag) {
  const lo_motor_state* motor = servo(tag, __func__);
  return motor ? (int)motor->feedback_period_ms : 0;
}

double wb_servo_get_motor_force_feedback(WbDeviceTag tag) {
  const lo_motor_state* motor = servo(tag, __func__);
  if (!motor) return NAN;
  return motor->linear ? wb_motor_get_force_feedback(tag) : wb_motor_get_torque_feedback(tag);
}

int wb_servo_get_type(WbDeviceTag tag) {
  const lo_motor_state* motor = servo(tag, __func__);
  return motor && motor->linear ? WB_SERVO_LINEAR : WB_SERVO_ROTATIONAL;
}

double wb_servo_get_target_position(WbDeviceTag tag) { return wb_motor_get_target_position(tag); }
double wb_servo_get_min_position(WbDeviceTag tag) { return wb_motor_get_min_position(tag); }
double wb_servo_get_max_position(WbDeviceTag tag) { return wb_motor_get_max_position(tag); }

void wb_motor_set_control_p(WbDeviceTag tag, double p) { wb_motor_set_control_pid(tag, p, 0, 0); }
void wb_motor_enable_position(WbDeviceTag tag, int sampling_period) { wb_servo_enable_position(tag, sampling_period); }
void wb_motor_disable_position(WbDeviceTag tag) { wb_servo_disable_position(tag); }
int wb_motor_get_position_sampling_period(WbDeviceTag tag) { return wb_servo_get_position_sampling_period(tag); }
double wb_motor_get_position(WbDeviceTag tag) { return wb_servo_get_position(tag); }
