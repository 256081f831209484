// Bumpers and force sensors. The functions of touch_sensor.h as a class.
#ifndef WEBOTS_TOUCHSENSOR_HPP
#define WEBOTS_TOUCHSENSOR_HPP

#include <webots/Device.hpp>

namespace webots {

class TouchSensor : public Device {
 public:
  typedef enum { BUMPER = 0, FORCE, FORCE3D } Type;

  explicit TouchSensor(const std::string& deviceName) : Device(deviceName) {}
  explicit TouchSensor(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~TouchSensor() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  double getValue() const;
  const double* getValues() const;
  int getLookupTableSize() const;
  const double* getLookupTable() const;
  Type getType() const;
};

}  // namespace webots

#endif
