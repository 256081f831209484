/* Sound at a place. */
#ifndef WB_MICROPHONE_H
#define WB_MICROPHONE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_microphone_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_microphone_disable(WbDeviceTag tag);
int wb_microphone_get_sampling_period(WbDeviceTag tag);
const void* wb_microphone_get_sample_data(WbDeviceTag tag);
int wb_microphone_get_sample_size(WbDeviceTag tag); /* bytes */

#ifdef __cplusplus
}
#endif

#endif
