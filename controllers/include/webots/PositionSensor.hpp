// Position of a joint. The functions of position_sensor.h as a class.
#ifndef WEBOTS_POSITIONSENSOR_HPP
#define WEBOTS_POSITIONSENSOR_HPP

#include <cstddef>
#include <webots/Device.hpp>

namespace webots {

class Brake;
class Motor;

class PositionSensor : public Device {
 public:
  typedef enum { ROTATIONAL = 0, LINEAR } Type;
  enum { ANGULAR = 0 };  // older name of ROTATIONAL

  explicit PositionSensor(const std::string& deviceName) : Device(deviceName), brake(NULL), motor(NULL) {}
  explicit PositionSensor(WbDeviceTag deviceTag) : Device(deviceTag), brake(NULL), motor(NULL) {}
  virtual ~PositionSensor() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  double getValue() const;

  Type getType() const;
  Brake* getBrake();
  Motor* getMotor();
  int getBrakeTag() const;
  int getMotorTag() const;

 private:
  Brake* brake;
  Motor* motor;
};

}  // namespace webots

#endif
