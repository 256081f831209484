// Motor and position sensor in one, until R2018. The functions of servo.h as a class.
#ifndef WEBOTS_SERVO_HPP
#define WEBOTS_SERVO_HPP

#include <webots/Device.hpp>

namespace webots {

class Servo : public Device {
 public:
  enum { ROTATIONAL = 0, LINEAR };

  explicit Servo(const std::string& deviceName) : Device(deviceName) {}
  explicit Servo(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Servo() {}
  virtual void setPosition(double position);
  virtual void setVelocity(double vel);
  virtual void setAcceleration(double acceleration);
  virtual void setMotorForce(double motorForce);
  virtual void setControlP(double p);
  double getMinPosition() const;
  double getMaxPosition() const;
  virtual void enableMotorForceFeedback(int samplingPeriod);
  virtual void disableMotorForceFeedback();
  int getMotorForceFeedbackSamplingPeriod() const;
  double getMotorForceFeedback() const;
  virtual void enablePosition(int samplingPeriod);
  virtual void disablePosition();
  int getPositionSamplingPeriod() const;
  double getPosition() const;
  double getTargetPosition() const;
  virtual void setForce(double force);
  int getType() const;
};

}  // namespace webots

#endif
