/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FIND_DEVICE_H
#define FIND_DEVICE_H

#include <string.h>
#include <webots/device.h>
#include <webots/robot.h>

/* Without a warning where there is none: 0 then. */
static inline WbDeviceTag find_device(const char* name) {
  for (int i = 0; i < wb_robot_get_number_of_devices(); ++i) {
    const WbDeviceTag device = wb_robot_get_device_by_index(i);
    if (strcmp(wb_device_get_name(device), name) == 0) return device;
  }
  return 0;
}

#endif
