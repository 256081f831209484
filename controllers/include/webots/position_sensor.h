/* Position of a joint, in rad or m; NaN before the first sample. */
#ifndef WB_POSITION_SENSOR_H
#define WB_POSITION_SENSOR_H

#include "types.h"

#ifdef __cplusplus
#include <cmath>
extern "C" {
#endif

void wb_position_sensor_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_position_sensor_disable(WbDeviceTag tag);
int wb_position_sensor_get_sampling_period(WbDeviceTag tag);
double wb_position_sensor_get_value(WbDeviceTag tag);

WbJointType wb_position_sensor_get_type(WbDeviceTag tag);
/* Devices of the same joint, 0 if there is none. */
WbDeviceTag wb_position_sensor_get_motor(WbDeviceTag tag);
WbDeviceTag wb_position_sensor_get_brake(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
