// Radars. The functions of radar.h as a class.
#ifndef WEBOTS_RADAR_HPP
#define WEBOTS_RADAR_HPP

#include <webots/radar_target.h>

#include <webots/Device.hpp>

namespace webots {

typedef WbRadarTarget RadarTarget;

class Radar : public Device {
 public:
  explicit Radar(const std::string& deviceName) : Device(deviceName) {}
  explicit Radar(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Radar() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  int getNumberOfTargets() const;
  const RadarTarget* getTargets() const;
  double getMinRange() const;
  double getMaxRange() const;
  double getHorizontalFov() const;
  double getVerticalFov() const;
};

}  // namespace webots

#endif
