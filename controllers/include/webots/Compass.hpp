// Direction of the north. The functions of compass.h as a class.
#ifndef WEBOTS_COMPASS_HPP
#define WEBOTS_COMPASS_HPP

#include <webots/Device.hpp>

namespace webots {

class Compass : public Device {
 public:
  explicit Compass(const std::string& deviceName) : Device(deviceName) {}
  explicit Compass(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Compass() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const double* getValues() const;
  int getLookupTableSize() const;
  const double* getLookupTable() const;
};

}  // namespace webots

#endif
