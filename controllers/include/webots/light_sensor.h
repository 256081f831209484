/* Irradiance after the lookup table. NaN before the first sample. */
#ifndef WB_LIGHT_SENSOR_H
#define WB_LIGHT_SENSOR_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_light_sensor_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_light_sensor_disable(WbDeviceTag tag);
int wb_light_sensor_get_sampling_period(WbDeviceTag tag);
double wb_light_sensor_get_value(WbDeviceTag tag);
/* Rows of three: input, output, noise as a fraction of the output. The size counts rows. */
int wb_light_sensor_get_lookup_table_size(WbDeviceTag tag);
const double* wb_light_sensor_get_lookup_table(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
