/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Lidar: what the world says of it, the frequency that the controller sets, and where its measurements are. */
#ifndef LIGHTSOUT_WIRE_LIDAR_H
#define LIGHTSOUT_WIRE_LIDAR_H

#include "controllers/wire/block.h"
#include "controllers/wire/sensor.h"

enum { LO_LIDAR_FREQUENCY = 1 }; /* lo_lidar_state.changed */

/* As WbLidarPoint. */
typedef struct {
  float x, y, z; /* m, axes of the lidar: forward, left, up */
  int32_t layer; /* 0 is the top one */
  float time;    /* s, when it was measured */
} lo_lidar_point;

typedef struct {
  lo_sensor_state sensor; /* its values say nothing */
  lo_bulk ranges;         /* a float per point, m, layer by layer from the top, each from the left to the right */
  lo_bulk points;         /* a lo_lidar_point each in the same order, once the point cloud is enabled */
  /* configuration */
  int32_t horizontal_resolution; /* points of a layer */
  int32_t layers;
  double fov, vertical_fov;            /* rad */
  double min_range, max_range;         /* m */
  double min_frequency, max_frequency; /* turns per second */
  /* commands; the engine writes the node's frequency before the first turn */
  double frequency;
  uint32_t changed;
  int32_t point_cloud_enabled;
} lo_lidar_state;

#endif
