/* What every device can say about itself. */
#ifndef WB_DEVICE_H
#define WB_DEVICE_H

#include "nodes.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fields `name` and `model` of the device's node, NULL for a tag that is no device. */
const char* wb_device_get_name(WbDeviceTag dt);
const char* wb_device_get_model(WbDeviceTag dt);

/* WB_NODE_NO_NODE for a tag that is no device. */
WbNodeType wb_device_get_node_type(WbDeviceTag dt);
WbNodeType wb_device_get_type(WbDeviceTag dt) WB_DEPRECATED; /* the older name of the same */

#ifdef __cplusplus
}
#endif

#endif
