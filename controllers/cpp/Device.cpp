// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Device: the functions of device.h.
#include <webots/device.h>
#include <webots/robot.h>

#include <webots/Device.hpp>

#include "controllers/cpp/text.h"

namespace webots {

Device::Device(const std::string& deviceName) : tag(wb_robot_get_device(deviceName.c_str())), name(deviceName) {}
Device::Device(WbDeviceTag deviceTag) : tag(deviceTag), name(text(wb_device_get_name(deviceTag))) {}
int Device::getNodeType() const { return wb_device_get_node_type(tag); }
std::string Device::getModel() const { return text(wb_device_get_model(tag)); }
bool Device::hasType(int deviceTag, int type) {
  return deviceTag && wb_device_get_node_type(WbDeviceTag(deviceTag)) == type;
}

}  // namespace webots
