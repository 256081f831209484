/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: readings are floats. */
#ifndef DEVICE_BY_HAND_ACCELEROMETER_H
#define DEVICE_BY_HAND_ACCELEROMETER_H

static inline const float* device_accelerometer_get_values(DeviceTag tag) {
  static float places[DEVICE_PLACES][3];
  return device_as_floats(places, tag, wb_accelerometer_get_values(tag));
}
#define accelerometer_get_values device_accelerometer_get_values

#define accelerometer_value_x(values) ((values)[0])
#define accelerometer_value_y(values) ((values)[1])
#define accelerometer_value_z(values) ((values)[2])

#endif
