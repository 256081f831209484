/* Rotational and linear motors. Positions in rad or m, velocities per second, forces in N, torques in N m. */
#ifndef WB_MOTOR_H
#define WB_MOTOR_H

#include "types.h"

#ifdef __cplusplus
#include <cmath>
extern "C" {
#endif

/* Position control; +INFINITY or -INFINITY for velocity control. */
void wb_motor_set_position(WbDeviceTag tag, double position);
/* In position control the limit on the way (not negative), in velocity control the target. */
void wb_motor_set_velocity(WbDeviceTag tag, double velocity);
void wb_motor_set_acceleration(WbDeviceTag tag, double acceleration); /* -1: no limit */
void wb_motor_set_control_pid(WbDeviceTag tag, double p, double i, double d);
/* A constant force or torque instead, until the next set_position. */
void wb_motor_set_force(WbDeviceTag tag, double force);
void wb_motor_set_torque(WbDeviceTag tag, double torque);
/* The most that position and velocity control may use. */
void wb_motor_set_available_force(WbDeviceTag tag, double force);
void wb_motor_set_available_torque(WbDeviceTag tag, double torque);

/* Feedback: what the motor applied in the last step. NaN before the first sample. */
void wb_motor_enable_force_feedback(WbDeviceTag tag, int sampling_period);
void wb_motor_disable_force_feedback(WbDeviceTag tag);
int wb_motor_get_force_feedback_sampling_period(WbDeviceTag tag);
double wb_motor_get_force_feedback(WbDeviceTag tag);
void wb_motor_enable_torque_feedback(WbDeviceTag tag, int sampling_period);
void wb_motor_disable_torque_feedback(WbDeviceTag tag);
int wb_motor_get_torque_feedback_sampling_period(WbDeviceTag tag);
double wb_motor_get_torque_feedback(WbDeviceTag tag);

/* What was set, and the limits that the motor's node gives. */
WbJointType wb_motor_get_type(WbDeviceTag tag);
double wb_motor_get_target_position(WbDeviceTag tag);
double wb_motor_get_min_position(WbDeviceTag tag);
double wb_motor_get_max_position(WbDeviceTag tag);
double wb_motor_get_velocity(WbDeviceTag tag);
double wb_motor_get_max_velocity(WbDeviceTag tag);
double wb_motor_get_acceleration(WbDeviceTag tag);
double wb_motor_get_available_force(WbDeviceTag tag);
double wb_motor_get_max_force(WbDeviceTag tag);
double wb_motor_get_available_torque(WbDeviceTag tag);
double wb_motor_get_max_torque(WbDeviceTag tag);
double wb_motor_get_multiplier(WbDeviceTag tag);

/* Devices of the same joint, 0 if there is none. */
WbDeviceTag wb_motor_get_brake(WbDeviceTag tag);
WbDeviceTag wb_motor_get_position_sensor(WbDeviceTag tag);

/* Names of Webots 7, when a motor measured its position: its joint's position sensor does. */
void wb_motor_set_control_p(WbDeviceTag tag, double p);
void wb_motor_enable_position(WbDeviceTag tag, int sampling_period);
void wb_motor_disable_position(WbDeviceTag tag);
int wb_motor_get_position_sampling_period(WbDeviceTag tag);
double wb_motor_get_position(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
