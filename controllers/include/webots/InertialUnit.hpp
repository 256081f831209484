// Orientation in the world. The functions of inertial_unit.h as a class.
#ifndef WEBOTS_INERTIALUNIT_HPP
#define WEBOTS_INERTIALUNIT_HPP

#include <webots/Device.hpp>

namespace webots {

class InertialUnit : public Device {
 public:
  explicit InertialUnit(const std::string& deviceName) : Device(deviceName) {}
  explicit InertialUnit(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~InertialUnit() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const double* getRollPitchYaw() const;
  const double* getQuaternion() const;
  double getNoise() const;
};

}  // namespace webots

#endif
