// Lidars. The functions of lidar.h as a class.
#ifndef WEBOTS_LIDAR_HPP
#define WEBOTS_LIDAR_HPP

#include <webots/lidar_point.h>

#include <webots/Device.hpp>

namespace webots {

typedef WbLidarPoint LidarPoint;

class Lidar : public Device {
 public:
  explicit Lidar(const std::string& deviceName) : Device(deviceName) {}
  explicit Lidar(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Lidar() {}
  virtual void enable(int samplingPeriod);
  void enablePointCloud();
  virtual void disable();
  void disablePointCloud();
  int getSamplingPeriod() const;
  bool isPointCloudEnabled() const;
  const float* getRangeImage() const;
  const float* getLayerRangeImage(int layer) const;
  const LidarPoint* getPointCloud() const;
  const LidarPoint* getLayerPointCloud(int layer) const;
  int getNumberOfPoints() const;
  int getHorizontalResolution() const;
  int getNumberOfLayers() const;
  double getMinFrequency() const;
  double getMaxFrequency() const;
  double getFrequency() const;
  void setFrequency(double frequency);
  double getFov() const;
  double getVerticalFov() const;
  double getMinRange() const;
  double getMaxRange() const;
};

}  // namespace webots

#endif
