/* Distance sensors. Readings are what the lookup table makes of a distance; NaN before the first sample. */
#ifndef WB_DISTANCE_SENSOR_H
#define WB_DISTANCE_SENSOR_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  WB_DISTANCE_SENSOR_GENERIC = 0,
  WB_DISTANCE_SENSOR_INFRA_RED,
  WB_DISTANCE_SENSOR_SONAR,
  WB_DISTANCE_SENSOR_LASER
} WbDistanceSensorType;

void wb_distance_sensor_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_distance_sensor_disable(WbDeviceTag tag);
int wb_distance_sensor_get_sampling_period(WbDeviceTag tag);
double wb_distance_sensor_get_value(WbDeviceTag tag);

WbDistanceSensorType wb_distance_sensor_get_type(WbDeviceTag tag);
double wb_distance_sensor_get_min_value(WbDeviceTag tag);
double wb_distance_sensor_get_max_value(WbDeviceTag tag);
double wb_distance_sensor_get_aperture(WbDeviceTag tag); /* rad */
/* Rows of three: distance in m, value, noise as a fraction of the value. The size counts rows. */
int wb_distance_sensor_get_lookup_table_size(WbDeviceTag tag);
const double* wb_distance_sensor_get_lookup_table(WbDeviceTag tag);

/* Names of older releases: the ends of the measured range in m. */
double wb_distance_sensor_get_min_range(WbDeviceTag tag);
double wb_distance_sensor_get_max_range(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
