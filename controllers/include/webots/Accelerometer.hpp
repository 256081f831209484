// Acceleration in m/s^2. The functions of accelerometer.h as a class.
#ifndef WEBOTS_ACCELEROMETER_HPP
#define WEBOTS_ACCELEROMETER_HPP

#include <webots/Device.hpp>

namespace webots {

class Accelerometer : public Device {
 public:
  explicit Accelerometer(const std::string& deviceName) : Device(deviceName) {}
  explicit Accelerometer(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Accelerometer() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const double* getValues() const;
  int getLookupTableSize() const;
  const double* getLookupTable() const;
};

}  // namespace webots

#endif
