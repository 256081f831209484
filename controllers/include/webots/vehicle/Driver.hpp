// Driving a car. The functions of vehicle/driver.h as a class.
#ifndef WEBOTS_VEHICLE_DRIVER_HPP
#define WEBOTS_VEHICLE_DRIVER_HPP

#include <webots/Supervisor.hpp>

namespace webots {

class Driver : public Supervisor {
 public:
  typedef enum { INDICATOR_OFF, INDICATOR_RIGHT, INDICATOR_LEFT } IndicatorState;
  typedef enum { SPEED, TORQUE } ControlMode;
  typedef enum { DOWN, SLOW, NORMAL, FAST } WiperMode;

  static bool isInitialisationPossible();
  Driver();
  static Driver* getDriverInstance();
  virtual ~Driver();
  virtual int step();

  void setSteeringAngle(double steeringAngle);
  double getSteeringAngle();
  void setCruisingSpeed(double speed);
  double getTargetCruisingSpeed();
  double getCurrentSpeed();
  void setThrottle(double throttle);
  double getThrottle();
  void setBrakeIntensity(double intensity);
  double getBrakeIntensity();
  double getRpm();
  int getGear();
  void setGear(int gear);
  int getGearNumber();
  ControlMode getControlMode();

  void setIndicator(IndicatorState state);
  void setHazardFlashers(bool state);
  IndicatorState getIndicator();
  bool getHazardFlashers();
  void setDippedBeams(bool state);
  void setAntifogLights(bool state);
  bool getDippedBeams();
  bool getAntifogLights();
  void setWiperMode(WiperMode mode);
  WiperMode getWiperMode();

  // Names of older releases.
  void setBrake(double brake);
  void setWipersMode(WiperMode mode);
  WiperMode getWipersMode();

 private:
  virtual int step(int duration) { return Supervisor::step(duration); }
};

}  // namespace webots

#endif
