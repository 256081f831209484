// Car: the functions of vehicle/car.h.
#include <webots/vehicle/car.h>

#include <webots/vehicle/Car.hpp>

namespace webots {

Car::Type Car::getType() { return Type(wbu_car_get_type()); }
Car::EngineType Car::getEngineType() { return EngineType(wbu_car_get_engine_type()); }
double Car::getTrackFront() { return wbu_car_get_track_front(); }
double Car::getTrackRear() { return wbu_car_get_track_rear(); }
double Car::getWheelbase() { return wbu_car_get_wheelbase(); }
double Car::getFrontWheelRadius() { return wbu_car_get_front_wheel_radius(); }
double Car::getRearWheelRadius() { return wbu_car_get_rear_wheel_radius(); }
double Car::getWheelEncoder(WheelIndex wheel) { return wbu_car_get_wheel_encoder(WbuCarWheelIndex(wheel)); }
double Car::getWheelSpeed(WheelIndex wheel) { return wbu_car_get_wheel_speed(WbuCarWheelIndex(wheel)); }
void Car::setLeftSteeringAngle(double angle) { wbu_car_set_left_steering_angle(angle); }
void Car::setRightSteeringAngle(double angle) { wbu_car_set_right_steering_angle(angle); }
double Car::getRightSteeringAngle() { return wbu_car_get_right_steering_angle(); }
double Car::getLeftSteeringAngle() { return wbu_car_get_left_steering_angle(); }
void Car::enableLimitedSlipDifferential(bool enable) { wbu_car_enable_limited_slip_differential(enable); }
void Car::setIndicatorPeriod(double period) { wbu_car_set_indicator_period(period); }
double Car::getIndicatorPeriod() { return wbu_car_get_indicator_period(); }
bool Car::getBackwardsLights() { return wbu_car_get_backwards_lights(); }
bool Car::getBrakeLights() { return wbu_car_get_brake_lights(); }
void Car::enableIndicatorAutoDisabling(bool enable) { wbu_car_enable_indicator_auto_disabling(enable); }

}  // namespace webots
