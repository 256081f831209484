/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: readings are floats, and a GPS knows how it is turned. */
#ifndef DEVICE_BY_HAND_GPS_H
#define DEVICE_BY_HAND_GPS_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Of libController: how the device is turned in the world, a matrix row by row; NULL if it is none. */
const double* lo_gps_orientation(WbDeviceTag tag);
#ifdef __cplusplus
}
#endif

static inline const float* device_gps_get_values(DeviceTag tag) {
  static float places[DEVICE_PLACES][3];
  return device_as_floats(places, tag, wb_gps_get_values(tag));
}
#define gps_get_values device_gps_get_values

/* Four columns of four numbers, as OpenGL has them: the axes of the device, and its place, in the world. Valid until
 * the same is asked of it again. */
static inline const float* gps_get_matrix(DeviceTag tag) {
  static float places[DEVICE_PLACES][16];
  float* matrix = places[tag % DEVICE_PLACES];
  const double *rows = lo_gps_orientation(tag), *place = wb_gps_get_values(tag);
  if (!rows || !place) return (const float*)0;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) matrix[4 * column + row] = (float)rows[3 * row + column];
    matrix[4 * column + 3] = 0;
    matrix[12 + column] = (float)place[column];
  }
  matrix[15] = 1;
  return matrix;
}
#define gps_position_x(matrix) ((matrix)[12])
#define gps_position_y(matrix) ((matrix)[13])
#define gps_position_z(matrix) ((matrix)[14])

/* Angles about x, y and z of the matrix Ry Rx Rz: the second is the heading, all the way around. */
static inline void gps_euler(const float* matrix, float* angles) {
  const float sine = 0 - matrix[9];
  angles[0] = (float)asin(sine > 1 ? 1 : sine < -1 ? -1 : sine);
  angles[1] = (float)atan2(matrix[8], matrix[10]);
  angles[2] = (float)atan2(matrix[1], matrix[5]);
}

#endif
