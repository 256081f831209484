// Irradiance. The functions of light_sensor.h as a class.
#ifndef WEBOTS_LIGHTSENSOR_HPP
#define WEBOTS_LIGHTSENSOR_HPP

#include <webots/Device.hpp>

namespace webots {

class LightSensor : public Device {
 public:
  explicit LightSensor(const std::string& deviceName) : Device(deviceName) {}
  explicit LightSensor(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~LightSensor() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  double getValue() const;
  int getLookupTableSize() const;
  const double* getLookupTable() const;
};

}  // namespace webots

#endif
