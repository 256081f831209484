// Depth images. The functions of range_finder.h as a class.
#ifndef WEBOTS_RANGEFINDER_HPP
#define WEBOTS_RANGEFINDER_HPP

#include <webots/Device.hpp>

namespace webots {

class RangeFinder : public Device {
 public:
  explicit RangeFinder(const std::string& deviceName) : Device(deviceName) {}
  explicit RangeFinder(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~RangeFinder() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const float* getRangeImage() const;
  int getWidth() const;
  int getHeight() const;
  double getFov() const;
  double getMinRange() const;
  double getMaxRange() const;
  int saveImage(const std::string& filename, int quality) const;
  static float rangeImageGetDepth(const float* image, int width, int x, int y);
};

}  // namespace webots

#endif
