/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: readings are whole numbers. */
#ifndef DEVICE_BY_HAND_LIGHT_SENSOR_H
#define DEVICE_BY_HAND_LIGHT_SENSOR_H

static inline unsigned short device_light_sensor_get_value(DeviceTag tag) {
  return device_as_whole(wb_light_sensor_get_value(tag));
}
#define light_sensor_get_value device_light_sensor_get_value

#endif
