// A robot with two wheels, until R2021. The functions of differential_wheels.h as a class. The first programs that use
// it include nothing else for its devices.
#ifndef WEBOTS_DIFFERENTIAL_WHEELS_HPP
#define WEBOTS_DIFFERENTIAL_WHEELS_HPP

#include <webots/Accelerometer.hpp>
#include <webots/Camera.hpp>
#include <webots/Compass.hpp>
#include <webots/Connector.hpp>
#include <webots/Display.hpp>
#include <webots/DistanceSensor.hpp>
#include <webots/Emitter.hpp>
#include <webots/GPS.hpp>
#include <webots/Gyro.hpp>
#include <webots/InertialUnit.hpp>
#include <webots/LED.hpp>
#include <webots/LightSensor.hpp>
#include <webots/Motor.hpp>
#include <webots/Pen.hpp>
#include <webots/PositionSensor.hpp>
#include <webots/Receiver.hpp>
#include <webots/Robot.hpp>
#include <webots/Servo.hpp>
#include <webots/TouchSensor.hpp>

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
