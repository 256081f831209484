// Angular velocity in rad/s. The functions of gyro.h as a class.
#ifndef WEBOTS_GYRO_HPP
#define WEBOTS_GYRO_HPP

#include <webots/Device.hpp>

namespace webots {

class Gyro : public Device {
 public:
  explicit Gyro(const std::string& deviceName) : Device(deviceName) {}
  explicit Gyro(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Gyro() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const double* getValues() const;
  int getLookupTableSize() const;
  const double* getLookupTable() const;
};

}  // namespace webots

#endif
