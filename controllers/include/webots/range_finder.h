/* Depth images: width * height floats in m, row by row from the top left; infinite beyond the range. */
#ifndef WB_RANGE_FINDER_H
#define WB_RANGE_FINDER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wb_range_finder_enable(WbDeviceTag tag, int sampling_period); /* ms; 0 disables */
void wb_range_finder_disable(WbDeviceTag tag);
int wb_range_finder_get_sampling_period(WbDeviceTag tag);
const float* wb_range_finder_get_range_image(WbDeviceTag tag); /* NULL before the first; valid until the next step */
int wb_range_finder_get_width(WbDeviceTag tag);
int wb_range_finder_get_height(WbDeviceTag tag);
double wb_range_finder_get_fov(WbDeviceTag tag);       /* rad, horizontal */
double wb_range_finder_get_min_range(WbDeviceTag tag); /* m */
double wb_range_finder_get_max_range(WbDeviceTag tag); /* m */
/* 0 on success, -1 on failure. */
int wb_range_finder_save_image(WbDeviceTag tag, const char* filename, int quality);

/* Older name of wb_range_finder_get_range_image. */
const float* wb_range_finder_get_image(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#define wb_range_finder_image_get_depth(image, width, x, y) ((image)[(y) * (width) + (x)])

#endif
