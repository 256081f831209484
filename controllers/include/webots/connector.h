/* Docking with another connector. */
#ifndef WB_CONNECTOR_H
#define WB_CONNECTOR_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Presence of a matching connector: 1 near and aligned, 0 not, -1 for a passive connector or before the first sample.
 */
void wb_connector_enable_presence(WbDeviceTag tag, int sampling_period);
void wb_connector_disable_presence(WbDeviceTag tag);
int wb_connector_get_presence_sampling_period(WbDeviceTag tag);
int wb_connector_get_presence(WbDeviceTag tag);

void wb_connector_lock(WbDeviceTag tag);
void wb_connector_unlock(WbDeviceTag tag);
bool wb_connector_is_locked(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
