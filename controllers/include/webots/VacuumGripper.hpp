// Holds what it touches. The functions of vacuum_gripper.h as a class.
#ifndef WEBOTS_VACUUMGRIPPER_HPP
#define WEBOTS_VACUUMGRIPPER_HPP

#include <webots/Device.hpp>

namespace webots {

class VacuumGripper : public Device {
 public:
  explicit VacuumGripper(const std::string& deviceName) : Device(deviceName) {}
  explicit VacuumGripper(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~VacuumGripper() {}
  virtual void enablePresence(int samplingPeriod);
  virtual void disablePresence();
  int getPresenceSamplingPeriod() const;
  bool getPresence() const;
  bool isOn() const;
  virtual void turnOn();
  virtual void turnOff();
};

}  // namespace webots

#endif
