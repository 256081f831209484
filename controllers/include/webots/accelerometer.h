/* Acceleration along the axes of the sensor in m/s^2, gravity included: at rest it points up. NaN before the first
 * sample. */
#ifndef WB_ACCELEROMETER_H
#define WB_ACCELEROMETER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_accelerometer_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_accelerometer_disable(WbDeviceTag tag);
int wb_accelerometer_get_sampling_period(WbDeviceTag tag);
const double* wb_accelerometer_get_values(WbDeviceTag tag); /* three, valid until the next step */
/* Rows of three: input, output, noise as a fraction of the output. The size counts rows. */
int wb_accelerometer_get_lookup_table_size(WbDeviceTag tag);
const double* wb_accelerometer_get_lookup_table(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
