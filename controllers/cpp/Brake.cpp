// Brake: the functions of brake.h.
#include <webots/brake.h>

#include <webots/Brake.hpp>
#include <webots/Motor.hpp>
#include <webots/PositionSensor.hpp>

#include "controllers/cpp/associated.h"

namespace webots {

void Brake::setDampingConstant(double dampingConstant) const {
  wb_brake_set_damping_constant(getTag(), dampingConstant);
}
Brake::Type Brake::getType() const { return Type(wb_brake_get_type(getTag())); }
Motor* Brake::getMotor() { return associated(motor, getMotorTag()); }
PositionSensor* Brake::getPositionSensor() { return associated(positionSensor, getPositionSensorTag()); }
int Brake::getMotorTag() const { return wb_brake_get_motor(getTag()); }
int Brake::getPositionSensorTag() const { return wb_brake_get_position_sensor(getTag()); }

}  // namespace webots
