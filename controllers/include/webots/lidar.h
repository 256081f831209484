/* Lidars. A range image is horizontal resolution * layers floats in m. */
#ifndef WB_LIDAR_H
#define WB_LIDAR_H

#include "lidar_point.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_lidar_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_lidar_disable(WbDeviceTag tag);
int wb_lidar_get_sampling_period(WbDeviceTag tag);
void wb_lidar_enable_point_cloud(WbDeviceTag tag);
void wb_lidar_disable_point_cloud(WbDeviceTag tag);
bool wb_lidar_is_point_cloud_enabled(WbDeviceTag tag);

/* NULL before the first; valid until the next step. */
const float* wb_lidar_get_range_image(WbDeviceTag tag);
const float* wb_lidar_get_layer_range_image(WbDeviceTag tag, int layer);
const WbLidarPoint* wb_lidar_get_point_cloud(WbDeviceTag tag);
const WbLidarPoint* wb_lidar_get_layer_point_cloud(WbDeviceTag tag, int layer);
const WbLidarPoint* wb_lidar_get_point(WbDeviceTag tag, int index);
int wb_lidar_get_number_of_points(WbDeviceTag tag);

int wb_lidar_get_horizontal_resolution(WbDeviceTag tag);
int wb_lidar_get_number_of_layers(WbDeviceTag tag);
double wb_lidar_get_min_frequency(WbDeviceTag tag); /* Hz, of a rotating head */
double wb_lidar_get_max_frequency(WbDeviceTag tag);
double wb_lidar_get_frequency(WbDeviceTag tag);
void wb_lidar_set_frequency(WbDeviceTag tag, double frequency);
double wb_lidar_get_fov(WbDeviceTag tag); /* rad, horizontal */
double wb_lidar_get_vertical_fov(WbDeviceTag tag);
double wb_lidar_get_min_range(WbDeviceTag tag); /* m */
double wb_lidar_get_max_range(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
