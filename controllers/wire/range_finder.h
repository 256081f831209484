/* RangeFinder: what the world says of it. There are no images: they come with rendering, which the engine does not
 * have. */
#ifndef LIGHTSOUT_WIRE_RANGE_FINDER_H
#define LIGHTSOUT_WIRE_RANGE_FINDER_H

#include "controllers/wire/block.h"

typedef struct {
  int32_t width, height;       /* pixels */
  double fov;                  /* rad, horizontal */
  double min_range, max_range; /* m */
  uint32_t period_ms;          /* the controller's: the engine has no use for it */
  uint32_t reserved;
} lo_range_finder_state;

#endif
