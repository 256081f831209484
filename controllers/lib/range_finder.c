/* wb_range_finder_*: range finders come with rendering, which the engine does not have. Every function answers as for a
 * device that the robot has not, after one warning. */
#include "controllers/include/webots/range_finder.h"

#include <math.h>
#include <stddef.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void absent(WbDeviceTag tag) {
  lo_warn(tag, "wb_range_finder",
          "the RangeFinder comes with rendering, which this version does not have; it answers as if absent");
}

void wb_range_finder_enable(WbDeviceTag tag, int sampling_period) { absent(tag); }
void wb_range_finder_disable(WbDeviceTag tag) { absent(tag); }
int wb_range_finder_get_sampling_period(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
const float* wb_range_finder_get_range_image(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
int wb_range_finder_get_width(WbDeviceTag tag) {
  absent(tag);
  return -1;
}
int wb_range_finder_get_height(WbDeviceTag tag) {
  absent(tag);
  return -1;
}
double wb_range_finder_get_fov(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_range_finder_get_min_range(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
double wb_range_finder_get_max_range(WbDeviceTag tag) {
  absent(tag);
  return NAN;
}
int wb_range_finder_save_image(WbDeviceTag tag, const char* filename, int quality) {
  absent(tag);
  return -1;
}
const float* wb_range_finder_get_image(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
