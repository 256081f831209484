// Servo: the functions of servo.h.
#include <webots/servo.h>

#include <webots/Servo.hpp>

namespace webots {

void Servo::setPosition(double position) { wb_servo_set_position(getTag(), position); }
void Servo::setVelocity(double vel) { wb_servo_set_velocity(getTag(), vel); }
void Servo::setAcceleration(double acceleration) { wb_servo_set_acceleration(getTag(), acceleration); }
void Servo::setMotorForce(double motorForce) { wb_servo_set_motor_force(getTag(), motorForce); }
void Servo::setControlP(double p) { wb_servo_set_control_p(getTag(), p); }
double Servo::getMinPosition() const { return wb_servo_get_min_position(getTag()); }
double Servo::getMaxPosition() const { return wb_servo_get_max_position(getTag()); }
void Servo::enableMotorForceFeedback(int samplingPeriod) {
  wb_servo_enable_motor_force_feedback(getTag(), samplingPeriod);
}
void Servo::disableMotorForceFeedback() { wb_servo_disable_motor_force_feedback(getTag()); }
int Servo::getMotorForceFeedbackSamplingPeriod() const {
  return wb_servo_get_motor_force_feedback_sampling_period(getTag());
}
double Servo::getMotorForceFeedback() const { return wb_servo_get_motor_force_feedback(getTag()); }
void Servo::enablePosition(int samplingPeriod) { wb_servo_enable_position(getTag(), samplingPeriod); }
void Servo::disablePosition() { wb_servo_disable_position(getTag()); }
int Servo::getPositionSamplingPeriod() const { return wb_servo_get_position_sampling_period(getTag()); }
double Servo::getPosition() const { return wb_servo_get_position(getTag()); }
double Servo::getTargetPosition() const { return wb_servo_get_target_position(getTag()); }
void Servo::setForce(double force) { wb_servo_set_force(getTag(), force); }
int Servo::getType() const { return wb_servo_get_type(getTag()); }

}  // namespace webots
