/* Sends packets to receivers. */
#ifndef WB_EMITTER_H
#define WB_EMITTER_H

#include "types.h"

#ifndef WB_CHANNEL_BROADCAST
#define WB_CHANNEL_BROADCAST (-1)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Queues a packet for the next step: 1, or 0 if the buffer is full. */
int wb_emitter_send(WbDeviceTag tag, const void* data, int size);
int wb_emitter_get_buffer_size(WbDeviceTag tag); /* bytes; -1: no limit */

void wb_emitter_set_channel(WbDeviceTag tag, int channel);
int wb_emitter_get_channel(WbDeviceTag tag);
void wb_emitter_set_range(WbDeviceTag tag, double range); /* m, at most maxRange; -1: no limit */
double wb_emitter_get_range(WbDeviceTag tag);

/* Older name of wb_emitter_send. */
int wb_emitter_send_packet(WbDeviceTag tag, const void* data, int size);

#ifdef __cplusplus
}
#endif

#endif
