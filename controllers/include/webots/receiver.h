/* Takes packets from emitters. The first packet of the queue is the one that the getters speak of;
 * wb_receiver_next_packet drops it. */
#ifndef WB_RECEIVER_H
#define WB_RECEIVER_H

#include "types.h"

#ifndef WB_CHANNEL_BROADCAST
#define WB_CHANNEL_BROADCAST (-1)
#endif

#ifdef __cplusplus
extern "C" {
#endif

void wb_receiver_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_receiver_disable(WbDeviceTag tag);
int wb_receiver_get_sampling_period(WbDeviceTag tag);

void wb_receiver_set_channel(WbDeviceTag tag, int channel);
int wb_receiver_get_channel(WbDeviceTag tag);

int wb_receiver_get_queue_length(WbDeviceTag tag);
void wb_receiver_next_packet(WbDeviceTag tag);

/* Of the first packet; the pointers are valid until wb_receiver_next_packet or the next step. */
int wb_receiver_get_data_size(WbDeviceTag tag);
const void* wb_receiver_get_data(WbDeviceTag tag);
double wb_receiver_get_signal_strength(WbDeviceTag tag);          /* 1/m^2 */
const double* wb_receiver_get_emitter_direction(WbDeviceTag tag); /* unit vector, axes of the receiver */

#ifdef __cplusplus
}
#endif

#endif
