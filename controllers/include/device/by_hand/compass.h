/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: readings are floats. */
#ifndef DEVICE_BY_HAND_COMPASS_H
#define DEVICE_BY_HAND_COMPASS_H

static inline const float* device_compass_get_values(DeviceTag tag) {
  static float places[DEVICE_PLACES][3];
  return device_as_floats(places, tag, wb_compass_get_values(tag));
}
#define compass_get_values device_compass_get_values

#endif
