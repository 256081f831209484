// Rotational and linear motors. The functions of motor.h as a class.
#ifndef WEBOTS_MOTOR_HPP
#define WEBOTS_MOTOR_HPP

#include <math.h>

#include <cstddef>
#include <webots/Device.hpp>

namespace webots {

class Brake;
class PositionSensor;

class Motor : public Device {
 public:
  typedef enum { ROTATIONAL = 0, LINEAR } Type;
  enum { ANGULAR = 0 };  // older name of ROTATIONAL

  explicit Motor(const std::string& deviceName) : Device(deviceName), brake(NULL), positionSensor(NULL) {}
  explicit Motor(WbDeviceTag deviceTag) : Device(deviceTag), brake(NULL), positionSensor(NULL) {}
  virtual ~Motor() {}
  virtual void setPosition(double position);
  virtual void setVelocity(double vel);
  virtual void setAcceleration(double acceleration);
  virtual void setAvailableForce(double availableForce);
  virtual void setAvailableTorque(double availableTorque);
  virtual void setControlPID(double p, double i, double d);
  double getTargetPosition() const;
  double getMinPosition() const;
  double getMaxPosition() const;
  double getVelocity() const;
  double getMaxVelocity() const;
  double getAcceleration() const;
  double getAvailableForce() const;
  double getMaxForce() const;
  double getAvailableTorque() const;
  double getMaxTorque() const;
  double getMultiplier() const;

  virtual void enableForceFeedback(int samplingPeriod);
  virtual void disableForceFeedback();
  int getForceFeedbackSamplingPeriod() const;
  double getForceFeedback() const;
  virtual void enableTorqueFeedback(int samplingPeriod);
  virtual void disableTorqueFeedback();
  int getTorqueFeedbackSamplingPeriod() const;
  double getTorqueFeedback() const;
  virtual void setForce(double force);
  virtual void setTorque(double torque);

  Type getType() const;
  Brake* getBrake();
  PositionSensor* getPositionSensor();
  int getBrakeTag() const;
  int getPositionSensorTag() const;

  // Names of Webots 7, when a motor measured its position.
  virtual void setControlP(double p);
  virtual void enablePosition(int samplingPeriod);
  virtual void disablePosition();
  int getPositionSamplingPeriod() const;
  double getPosition() const;
  double getTargetposition() const;

 private:
  Brake* brake;
  PositionSensor* positionSensor;
};

}  // namespace webots

#endif
