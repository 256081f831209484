/* wb_device_*: what the device table says. */
#include "controllers/include/webots/device.h"

#include "controllers/lib/session.h"

const char* wb_device_get_name(WbDeviceTag dt) {
  const lo_device* device = lo_device_entry(dt);
  return device ? lo_text(device->name) : NULL;
}

const char* wb_device_get_model(WbDeviceTag dt) {
  const lo_device* device = lo_device_entry(dt);
  return device ? lo_text(device->model) : NULL;
}

WbNodeType wb_device_get_node_type(WbDeviceTag dt) {
  const lo_device* device = lo_device_entry(dt);
  return device ? (WbNodeType)device->node_type : WB_NODE_NO_NODE;
}

WbNodeType wb_device_get_type(WbDeviceTag dt) { return wb_device_get_node_type(dt); }
