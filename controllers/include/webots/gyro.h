/* Angular velocity about the axes of the sensor in rad/s. NaN before the first sample. */
#ifndef WB_GYRO_H
#define WB_GYRO_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_gyro_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_gyro_disable(WbDeviceTag tag);
int wb_gyro_get_sampling_period(WbDeviceTag tag);
const double* wb_gyro_get_values(WbDeviceTag tag); /* three, valid until the next step */
/* Rows of three: input, output, noise as a fraction of the output. The size counts rows. */
int wb_gyro_get_lookup_table_size(WbDeviceTag tag);
const double* wb_gyro_get_lookup_table(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
