/* Lidar: what the world says of it. It measures nothing: that comes with rendering, which the engine does not have. */
#ifndef LIGHTSOUT_WIRE_LIDAR_H
#define LIGHTSOUT_WIRE_LIDAR_H

#include "controllers/wire/block.h"

enum { LO_LIDAR_FREQUENCY = 1 }; /* lo_lidar_state.changed */

typedef struct {
  /* configuration */
  int32_t horizontal_resolution; /* points of a layer */
  int32_t layers;
  double fov, vertical_fov;            /* rad */
  double min_range, max_range;         /* m */
  double min_frequency, max_frequency; /* turns per second */
  uint32_t period_ms;                  /* the controller's, as the next: the engine has no use for them */
  int32_t point_cloud_enabled;
  /* command; the engine writes the node's value before the first turn */
  double frequency;
  uint32_t changed;
  uint32_t reserved;
} lo_lidar_state;

#endif
