// Distances after a lookup table. The functions of distance_sensor.h as a class.
#ifndef WEBOTS_DISTANCESENSOR_HPP
#define WEBOTS_DISTANCESENSOR_HPP

#include <webots/Device.hpp>

namespace webots {

class DistanceSensor : public Device {
 public:
  typedef enum { GENERIC = 0, INFRA_RED, SONAR, LASER } Type;

  explicit DistanceSensor(const std::string& deviceName) : Device(deviceName) {}
  explicit DistanceSensor(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~DistanceSensor() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  double getValue() const;
  double getMaxValue() const;
  double getMinValue() const;
  double getAperture() const;
  int getLookupTableSize() const;
  const double* getLookupTable() const;
  Type getType() const;
};

}  // namespace webots

#endif
