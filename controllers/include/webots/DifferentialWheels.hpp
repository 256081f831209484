// A robot with two wheels, until R2021. The functions of differential_wheels.h as a class.
#ifndef WEBOTS_DIFFERENTIAL_WHEELS_HPP
#define WEBOTS_DIFFERENTIAL_WHEELS_HPP

#include <webots/Robot.hpp>

namespace webots {

class DifferentialWheels : public Robot {
 public:
  DifferentialWheels() : Robot() {}
  virtual ~DifferentialWheels() {}
  virtual void setSpeed(double left, double right);
  double getLeftSpeed() const;
  double getRightSpeed() const;
  virtual void enableEncoders(int samplingPeriod);
  virtual void disableEncoders();
  int getEncodersSamplingPeriod() const;
  double getLeftEncoder() const;
  double getRightEncoder() const;
  virtual void setEncoders(double left, double right);
  double getMaxSpeed() const;
  double getSpeedUnit() const;
};

}  // namespace webots

#endif
