// Height in m. The functions of altimeter.h as a class.
#ifndef WEBOTS_ALTIMETER_HPP
#define WEBOTS_ALTIMETER_HPP

#include <webots/Device.hpp>

namespace webots {

class Altimeter : public Device {
 public:
  explicit Altimeter(const std::string& deviceName) : Device(deviceName) {}
  explicit Altimeter(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Altimeter() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  double getValue() const;
};

}  // namespace webots

#endif
