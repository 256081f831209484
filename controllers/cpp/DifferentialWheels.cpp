// DifferentialWheels: the functions of differential_wheels.h.
#include <webots/differential_wheels.h>

#include <webots/DifferentialWheels.hpp>

namespace webots {

void DifferentialWheels::setSpeed(double left, double right) { wb_differential_wheels_set_speed(left, right); }
double DifferentialWheels::getLeftSpeed() const { return wb_differential_wheels_get_left_speed(); }
double DifferentialWheels::getRightSpeed() const { return wb_differential_wheels_get_right_speed(); }
void DifferentialWheels::enableEncoders(int period) { wb_differential_wheels_enable_encoders(period); }
void DifferentialWheels::disableEncoders() { wb_differential_wheels_disable_encoders(); }
int DifferentialWheels::getEncodersSamplingPeriod() const {
  return wb_differential_wheels_get_encoders_sampling_period();
}
double DifferentialWheels::getLeftEncoder() const { return wb_differential_wheels_get_left_encoder(); }
double DifferentialWheels::getRightEncoder() const { return wb_differential_wheels_get_right_encoder(); }
void DifferentialWheels::setEncoders(double left, double right) { wb_differential_wheels_set_encoders(left, right); }
double DifferentialWheels::getMaxSpeed() const { return wb_differential_wheels_get_max_speed(); }
double DifferentialWheels::getSpeedUnit() const { return wb_differential_wheels_get_speed_unit(); }

}  // namespace webots
