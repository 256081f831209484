/* Display: its size. What is drawn is not shown: that comes with rendering, which the engine does not have. */
#ifndef LIGHTSOUT_WIRE_DISPLAY_H
#define LIGHTSOUT_WIRE_DISPLAY_H

#include "controllers/wire/block.h"

typedef struct {
  int32_t width, height; /* pixels */
} lo_display_state;

#endif
