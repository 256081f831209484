/* Position and speed in the world. NaN before the first sample. */
#ifndef WB_GPS_H
#define WB_GPS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* WorldInfo.gpsCoordinateSystem: x, y, z in m, or latitude and longitude in degrees and altitude in m. */
typedef enum { WB_GPS_LOCAL_COORDINATE = 0, WB_GPS_WGS84_COORDINATE } WbGpsCoordinateSystem;

void wb_gps_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_gps_disable(WbDeviceTag tag);
int wb_gps_get_sampling_period(WbDeviceTag tag);
/* Arrays of three, valid until the next step. */
const double* wb_gps_get_values(WbDeviceTag tag);
double wb_gps_get_speed(WbDeviceTag tag);               /* m/s */
const double* wb_gps_get_speed_vector(WbDeviceTag tag); /* m/s, world axes */
WbGpsCoordinateSystem wb_gps_get_coordinate_system(WbDeviceTag tag);

/* Degrees as text with minutes and seconds; the caller frees it. */
const char* wb_gps_convert_to_degrees_minutes_seconds(double decimal_degrees);

#ifdef __cplusplus
}
#endif

#endif
