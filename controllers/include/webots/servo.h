/* Motor and position sensor in one, as worlds had it until R2018. Positions in rad or m, forces in N or N m. The tag is
 * that of the Servo node; motor.h has what each function does. */
#ifndef WB_SERVO_H
#define WB_SERVO_H

#include <math.h>

#include "types.h"

#define WB_SERVO_ROTATIONAL 0
#define WB_SERVO_LINEAR 1
#define WB_SERVO_INFINITY INFINITY /* of Webots 6.0 */

#ifdef __cplusplus
extern "C" {
#endif

void wb_servo_set_position(WbDeviceTag tag, double position);
void wb_servo_set_velocity(WbDeviceTag tag, double velocity);
void wb_servo_set_acceleration(WbDeviceTag tag, double acceleration);
void wb_servo_set_motor_force(WbDeviceTag tag, double motor_force); /* the most that it may use */
void wb_servo_set_force(WbDeviceTag tag, double force);             /* a constant force instead */
void wb_servo_set_control_p(WbDeviceTag tag, double p);

void wb_servo_enable_position(WbDeviceTag tag, int sampling_period);
void wb_servo_disable_position(WbDeviceTag tag);
int wb_servo_get_position_sampling_period(WbDeviceTag tag);
double wb_servo_get_position(WbDeviceTag tag);

void wb_servo_enable_motor_force_feedback(WbDeviceTag tag, int sampling_period);
void wb_servo_disable_motor_force_feedback(WbDeviceTag tag);
int wb_servo_get_motor_force_feedback_sampling_period(WbDeviceTag tag);
double wb_servo_get_motor_force_feedback(WbDeviceTag tag);

int wb_servo_get_type(WbDeviceTag tag);
double wb_servo_get_target_position(WbDeviceTag tag);
double wb_servo_get_min_position(WbDeviceTag tag);
double wb_servo_get_max_position(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
