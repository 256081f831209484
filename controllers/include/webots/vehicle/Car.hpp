// What a car is. The functions of vehicle/car.h as a class.
#ifndef WEBOTS_VEHICLE_CAR_HPP
#define WEBOTS_VEHICLE_CAR_HPP

#include <webots/vehicle/Driver.hpp>

namespace webots {

class Car : public Driver {
 public:
  typedef enum { TRACTION = 0, PROPULSION, FOUR_BY_FOUR } Type;
  typedef enum { COMBUSTION_ENGINE = 0, ELECTRIC_ENGINE, PARALLEL_HYBRID_ENGINE, POWER_SPLIT_HYBRID_ENGINE } EngineType;
  typedef enum { WHEEL_FRONT_RIGHT = 0, WHEEL_FRONT_LEFT, WHEEL_REAR_RIGHT, WHEEL_REAR_LEFT, WHEEL_NB } WheelIndex;

  Car() : Driver() {}
  virtual ~Car() {}

  Type getType();
  EngineType getEngineType();
  double getTrackFront();
  double getTrackRear();
  double getWheelbase();
  double getFrontWheelRadius();
  double getRearWheelRadius();
  double getWheelEncoder(WheelIndex wheel);
  double getWheelSpeed(WheelIndex wheel);
  void setLeftSteeringAngle(double angle);
  void setRightSteeringAngle(double angle);
  double getRightSteeringAngle();
  double getLeftSteeringAngle();
  void enableLimitedSlipDifferential(bool enable);

  void setIndicatorPeriod(double period);
  double getIndicatorPeriod();
  bool getBackwardsLights();
  bool getBrakeLights();
  void enableIndicatorAutoDisabling(bool enable);
};

}  // namespace webots

#endif
