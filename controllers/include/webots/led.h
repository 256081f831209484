/* A lamp. Value: 0 is off, k the k-th colour of the node; with `gradual` an RGB colour or a brightness. */
#ifndef WB_LED_H
#define WB_LED_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_led_set(WbDeviceTag tag, int value);
int wb_led_get(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
