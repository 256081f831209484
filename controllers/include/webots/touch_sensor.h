/* Bumpers (0 or 1), force sensors (N along the axis) and three-axis force sensors (N, axes of the sensor). NaN before
 * the first sample. */
#ifndef WB_TOUCH_SENSOR_H
#define WB_TOUCH_SENSOR_H

#include "types.h"

typedef enum { WB_TOUCH_SENSOR_BUMPER = 0, WB_TOUCH_SENSOR_FORCE, WB_TOUCH_SENSOR_FORCE3D } WbTouchSensorType;

#ifdef __cplusplus
extern "C" {
#endif

void wb_touch_sensor_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_touch_sensor_disable(WbDeviceTag tag);
int wb_touch_sensor_get_sampling_period(WbDeviceTag tag);
WbTouchSensorType wb_touch_sensor_get_type(WbDeviceTag tag);
double wb_touch_sensor_get_value(WbDeviceTag tag);         /* bumper and force */
const double* wb_touch_sensor_get_values(WbDeviceTag tag); /* force-3d: three, valid until the next step */
/* Rows of three: input, output, noise as a fraction of the output. The size counts rows. */
int wb_touch_sensor_get_lookup_table_size(WbDeviceTag tag);
const double* wb_touch_sensor_get_lookup_table(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
