// PositionSensor: the functions of position_sensor.h.
#include <webots/position_sensor.h>

#include <webots/Brake.hpp>
#include <webots/Motor.hpp>
#include <webots/PositionSensor.hpp>

#include "controllers/cpp/associated.h"

namespace webots {

void PositionSensor::enable(int samplingPeriod) { wb_position_sensor_enable(getTag(), samplingPeriod); }
void PositionSensor::disable() { wb_position_sensor_disable(getTag()); }
int PositionSensor::getSamplingPeriod() const { return wb_position_sensor_get_sampling_period(getTag()); }
double PositionSensor::getValue() const { return wb_position_sensor_get_value(getTag()); }
PositionSensor::Type PositionSensor::getType() const { return Type(wb_position_sensor_get_type(getTag())); }
Brake* PositionSensor::getBrake() { return associated(brake, getBrakeTag()); }
Motor* PositionSensor::getMotor() { return associated(motor, getMotorTag()); }
int PositionSensor::getBrakeTag() const { return wb_position_sensor_get_brake(getTag()); }
int PositionSensor::getMotorTag() const { return wb_position_sensor_get_motor(getTag()); }

}  // namespace webots
