/* wb_radar_*: radars come with rendering, which the engine does not have. Every function answers as for a device that
 * the robot has not, after one warning. */
#include "controllers/include/webots/radar.h"

#include <math.h>
#include <stddef.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void absent(WbDeviceTag tag) {
  lo_warn(tag, "wb_radar", "the Radar comes with rendering, which this version does not have; it answers as if absent");
}

void wb_radar_enable(WbDeviceTag tag, int sampling_period) { absent(tag); }
void wb_radar_disable(WbDeviceTag tag) { absent(tag); }
int wb_radar_get_sampling_period(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
int wb_radar_get_number_of_targets(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
const WbRadarTarget* wb_radar_get_targets(WbDeviceTag tag) {
  absent(tag);
  return NULL;
}
const WbRadarTarget* wb_radar_get_target(WbDeviceTag tag, int index) {
  absent(tag);
  return NULL;
}
double wb_radar_get_min_range(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
double wb_radar_get_max_range(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
double wb_radar_get_horizontal_fov(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
double wb_radar_get_vertical_fov(WbDeviceTag tag) {
  absent(tag);
  return 0;
}
