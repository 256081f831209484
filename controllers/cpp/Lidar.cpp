// Lidar: the functions of lidar.h.
#include <webots/lidar.h>

#include <webots/Lidar.hpp>

namespace webots {

void Lidar::enable(int samplingPeriod) { wb_lidar_enable(getTag(), samplingPeriod); }
void Lidar::enablePointCloud() { wb_lidar_enable_point_cloud(getTag()); }
void Lidar::disable() { wb_lidar_disable(getTag()); }
void Lidar::disablePointCloud() { wb_lidar_disable_point_cloud(getTag()); }
int Lidar::getSamplingPeriod() const { return wb_lidar_get_sampling_period(getTag()); }
bool Lidar::isPointCloudEnabled() const { return wb_lidar_is_point_cloud_enabled(getTag()); }
const float* Lidar::getRangeImage() const { return wb_lidar_get_range_image(getTag()); }
const float* Lidar::getLayerRangeImage(int layer) const { return wb_lidar_get_layer_range_image(getTag(), layer); }
const LidarPoint* Lidar::getPointCloud() const { return wb_lidar_get_point_cloud(getTag()); }
const LidarPoint* Lidar::getLayerPointCloud(int layer) const { return wb_lidar_get_layer_point_cloud(getTag(), layer); }
int Lidar::getNumberOfPoints() const { return wb_lidar_get_number_of_points(getTag()); }
int Lidar::getHorizontalResolution() const { return wb_lidar_get_horizontal_resolution(getTag()); }
int Lidar::getNumberOfLayers() const { return wb_lidar_get_number_of_layers(getTag()); }
double Lidar::getMinFrequency() const { return wb_lidar_get_min_frequency(getTag()); }
double Lidar::getMaxFrequency() const { return wb_lidar_get_max_frequency(getTag()); }
double Lidar::getFrequency() const { return wb_lidar_get_frequency(getTag()); }
void Lidar::setFrequency(double frequency) { wb_lidar_set_frequency(getTag(), frequency); }
double Lidar::getFov() const { return wb_lidar_get_fov(getTag()); }
double Lidar::getVerticalFov() const { return wb_lidar_get_vertical_fov(getTag()); }
double Lidar::getMinRange() const { return wb_lidar_get_min_range(getTag()); }
double Lidar::getMaxRange() const { return wb_lidar_get_max_range(getTag()); }

}  // namespace webots
