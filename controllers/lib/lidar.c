/* wb_lidar_*: lidars come with rendering, which the engine does not have. Every function answers as for a device that
 * the robot has not, after one warning. */
#include "controllers/include/webots/lidar.h"

#include <math.h>
#include <stddef.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void absent(WbDeviceTag tag) {
  lo_warn(tag, "wb_lidar", "the Lidar comes with rendering, which this version does not have; it answers as if absent");
}

void wb_lidar_enable(WbDeviceTag tag, int sampling_period) { absent(tag); }
void wb_lidar_disable(WbDeviceTag tag) { absent(tag); }
int wb_lidar_get_sampling_period(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
void wb_lidar_enable_point_cloud(WbDeviceTag tag) { absent(tag); }
void wb_lidar_disable_point_cloud(WbDeviceTag tag) { absent(tag); }
bool wb_lidar_is_point_cloud_enabled(WbDeviceTag tag) {
  absent(tag);
  return false;
}
const float* wb_lidar_get_range_image(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
const float* wb_lidar_get_layer_range_image(WbDeviceTag tag, int layer) {
  absent(tag);
  return NULL;
}
const WbLidarPoint* wb_lidar_get_point_cloud(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
const WbLidarPoint* wb_lidar_get_layer_point_cloud(WbDeviceTag tag, int layer) {
  absent(tag);
  return NULL;
}
const WbLidarPoint* wb_lidar_get_point(WbDeviceTag tag, int index) {
  absent(tag);
  return NULL;
}
int wb_lidar_get_number_of_points(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
int wb_lidar_get_horizontal_resolution(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
int wb_lidar_get_number_of_layers(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
double wb_lidar_get_min_frequency(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_lidar_get_max_frequency(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_lidar_get_frequency(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
void wb_lidar_set_frequency(WbDeviceTag tag, double frequency) { absent(tag); }
double wb_lidar_get_fov(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_lidar_get_vertical_fov(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_lidar_get_min_range(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_lidar_get_max_range(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
