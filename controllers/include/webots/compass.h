/* Unit vector to the north, in the axes of the sensor. NaN before the first sample. */
#ifndef WB_COMPASS_H
#define WB_COMPASS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_compass_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_compass_disable(WbDeviceTag tag);
int wb_compass_get_sampling_period(WbDeviceTag tag);
const double* wb_compass_get_values(WbDeviceTag tag); /* three, valid until the next step */
/* Rows of three: input, output, noise as a fraction of the output. The size counts rows. */
int wb_compass_get_lookup_table_size(WbDeviceTag tag);
const double* wb_compass_get_lookup_table(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
