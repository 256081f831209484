/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: readings are whole numbers, and floats. */
#ifndef DEVICE_BY_HAND_TOUCH_SENSOR_H
#define DEVICE_BY_HAND_TOUCH_SENSOR_H

static inline const float* device_touch_sensor_get_values(DeviceTag tag) {
  static float places[DEVICE_PLACES][3];
  return device_as_floats(places, tag, wb_touch_sensor_get_values(tag));
}
#define touch_sensor_get_values device_touch_sensor_get_values

static inline unsigned short device_touch_sensor_get_value(DeviceTag tag) {
  return device_as_whole(wb_touch_sensor_get_value(tag));
}
#define touch_sensor_get_value device_touch_sensor_get_value

#endif
