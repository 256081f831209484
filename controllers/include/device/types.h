/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Types of Webots 5, and its vectors of numbers, which were floats. */
#ifndef DEVICE_TYPES_H
#define DEVICE_TYPES_H

#include <webots/types.h>

typedef WbDeviceTag DeviceTag;
typedef WbImageRef ImageRef;
typedef WbNodeRef NodeRef;

enum { DEVICE_PLACES = 1024 };

/* All files of a controller define these, and there is one of each: how many steps were asked for, and what is done
 * after each. */
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) unsigned device_steps;
__attribute__((weak)) void (*device_after_step)(void);
#ifdef __cplusplus
}
#endif

/* The three numbers as floats, in the place of the device: valid until the same is asked of it again. A device shares
 * its place with the one whose tag is DEVICE_PLACES higher. */
static inline const float* device_as_floats(float places[][3], DeviceTag tag, const double* numbers) {
  float* place = places[tag % DEVICE_PLACES];
  if (!numbers) return (const float*)0;
  for (int i = 0; i < 3; ++i) place[i] = (float)numbers[i];
  return place;
}

/* Without its fraction; the nearest that there is, and 0 for NaN. */
static inline unsigned short device_as_whole(double number) {
  return (unsigned short)(number >= 65535 ? 65535 : number > 0 ? number : 0);
}

#endif
