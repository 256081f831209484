/* Draws on what is below it. Colour 0xRRGGBB, density 0 to 1. */
#ifndef WB_PEN_H
#define WB_PEN_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_pen_write(WbDeviceTag tag, bool write);
void wb_pen_set_ink_color(WbDeviceTag tag, int color, double density);

#ifdef __cplusplus
}
#endif

#endif
