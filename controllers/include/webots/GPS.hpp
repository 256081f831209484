// Position and speed. The functions of gps.h as a class.
#ifndef WEBOTS_GPS_HPP
#define WEBOTS_GPS_HPP

#include <webots/Device.hpp>

namespace webots {

class GPS : public Device {
 public:
  typedef enum { LOCAL = 0, WGS84 } CoordinateSystem;

  explicit GPS(const std::string& deviceName) : Device(deviceName) {}
  explicit GPS(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~GPS() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const double* getValues() const;
  double getSpeed() const;
  const double* getSpeedVector() const;
  CoordinateSystem getCoordinateSystem() const;
  static std::string convertToDegreesMinutesSeconds(double decimalDegree);
};

}  // namespace webots

#endif
