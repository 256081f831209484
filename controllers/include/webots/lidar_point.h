/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A point of a lidar's cloud. */
#ifndef WB_LIDAR_POINT_H
#define WB_LIDAR_POINT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  float x; /* m, axes of the lidar */
  float y;
  float z;
  int layer_id; /* 0 is the top layer */
  float time;   /* s, when it was measured */
} WbLidarPoint;

#ifdef __cplusplus
}
#endif

#endif
