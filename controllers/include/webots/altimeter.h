/* Height above the ground plane of the world, in m. NaN before the first sample. */
#ifndef WB_ALTIMETER_H
#define WB_ALTIMETER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_altimeter_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_altimeter_disable(WbDeviceTag tag);
int wb_altimeter_get_sampling_period(WbDeviceTag tag);
double wb_altimeter_get_value(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
