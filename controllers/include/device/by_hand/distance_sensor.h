/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: readings are whole numbers. */
#ifndef DEVICE_BY_HAND_DISTANCE_SENSOR_H
#define DEVICE_BY_HAND_DISTANCE_SENSOR_H

static inline unsigned short device_distance_sensor_get_value(DeviceTag tag) {
  return device_as_whole(wb_distance_sensor_get_value(tag));
}
#define distance_sensor_get_value device_distance_sensor_get_value

#endif
