// Damping of a joint. The functions of brake.h as a class.
#ifndef WEBOTS_BRAKE_HPP
#define WEBOTS_BRAKE_HPP

#include <cstddef>
#include <webots/Device.hpp>

namespace webots {

class Motor;
class PositionSensor;

class Brake : public Device {
 public:
  typedef enum { ROTATIONAL = 0, LINEAR } Type;
  enum { ANGULAR = 0 };  // older name of ROTATIONAL

  explicit Brake(const std::string& deviceName) : Device(deviceName), motor(NULL), positionSensor(NULL) {}
  explicit Brake(WbDeviceTag deviceTag) : Device(deviceTag), motor(NULL), positionSensor(NULL) {}
  virtual ~Brake() {}
  void setDampingConstant(double dampingConstant) const;

  Type getType() const;
  Motor* getMotor();
  PositionSensor* getPositionSensor();
  int getMotorTag() const;
  int getPositionSensorTag() const;

 private:
  Motor* motor;
  PositionSensor* positionSensor;
};

}  // namespace webots

#endif
