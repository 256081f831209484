/* Radar: what the world says of it. It has no targets yet. */
#ifndef LIGHTSOUT_WIRE_RADAR_H
#define LIGHTSOUT_WIRE_RADAR_H

#include "controllers/wire/block.h"

typedef struct {
  double min_range, max_range;         /* m */
  double horizontal_fov, vertical_fov; /* rad */
  uint32_t period_ms;                  /* the controller's: the engine has no use for it */
  uint32_t reserved;
} lo_radar_state;

#endif
