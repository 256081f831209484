/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_device_*: what the device table says. */
#include <string.h>
#include <webots/device.h>

#include "controllers/lib/session.h"

static const char name_key[] = "name", model_key[] = "model";

lo_message_handler lo_receive_names;

void lo_receive_names(WbDeviceTag tag, const void* payload, uint32_t size) {
  const char* name = payload;
  const size_t length = strnlen(name, size);
  if (length + 1 >= size) return;
  lo_keep_text(tag, name_key, name, length);
  lo_keep_text(tag, model_key, name + length + 1, size - length - 2);
}

const char* wb_device_get_name(WbDeviceTag dt) {
  const lo_device* device = lo_device_entry(dt);
  const char* kept = device && dt > 0 ? lo_kept_text(dt, name_key) : NULL;
  return kept ? kept : device ? lo_text(device->name) : NULL;
}

const char* wb_device_get_model(WbDeviceTag dt) {
  const lo_device* device = lo_device_entry(dt);
  const char* kept = device && dt > 0 ? lo_kept_text(dt, model_key) : NULL;
  return kept ? kept : device ? lo_text(device->model) : NULL;
}

WbNodeType wb_device_get_node_type(WbDeviceTag dt) {
  const lo_device* device = lo_device_entry(dt);
  return device ? (WbNodeType)device->node_type : WB_NODE_NO_NODE;
}

WbNodeType wb_device_get_type(WbDeviceTag dt) { return wb_device_get_node_type(dt); }
