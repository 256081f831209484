/* wb_range_finder_*: what the world says of a range finder. Images come with rendering, which the engine does not have:
 * there are none, after one warning. */
#include "controllers/wire/range_finder.h"

#include <math.h>
#include <stddef.h>

#include "controllers/include/webots/range_finder.h"
#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define RANGE_FINDER(tag) LO_STATE(lo_range_finder_state, tag, RANGE_FINDER)

void wb_range_finder_enable(WbDeviceTag tag, int sampling_period) {
  lo_range_finder_state* finder = RANGE_FINDER(tag);
  if (!finder || !lo_is_period(tag, __func__, sampling_period)) return;
  finder->period_ms = (uint32_t)sampling_period;
  if (sampling_period)
    lo_warn(tag, __func__, "images come with rendering, which this version does not have: there are none");
}

void wb_range_finder_disable(WbDeviceTag tag) { wb_range_finder_enable(tag, 0); }

static const float* no_image(WbDeviceTag tag, const char* function) {
  const lo_range_finder_state* finder = lo_state_of(tag, LO_DEVICE_RANGE_FINDER, function);
  if (finder && !finder->period_ms)
    lo_warn(tag, function, "the range finder is not enabled; wb_range_finder_enable() gives it a sampling period");
  return NULL;
}

const float* wb_range_finder_get_range_image(WbDeviceTag tag) { return no_image(tag, __func__); }
const float* wb_range_finder_get_image(WbDeviceTag tag) { return no_image(tag, __func__); }

int wb_range_finder_save_image(WbDeviceTag tag, const char* filename, int quality) {
  if (RANGE_FINDER(tag)) lo_warn(tag, __func__, "there is no image to save");
  return -1;
}

#define RANGE_FINDER_GETTER(type, function, value, absent)   \
  type function(WbDeviceTag tag) {                           \
    const lo_range_finder_state* finder = RANGE_FINDER(tag); \
    return finder ? (type)(value) : (type)(absent);          \
  }

RANGE_FINDER_GETTER(int, wb_range_finder_get_sampling_period, finder->period_ms, 0)
RANGE_FINDER_GETTER(int, wb_range_finder_get_width, finder->width, -1)
RANGE_FINDER_GETTER(int, wb_range_finder_get_height, finder->height, -1)
RANGE_FINDER_GETTER(double, wb_range_finder_get_fov, finder->fov, NAN)
RANGE_FINDER_GETTER(double, wb_range_finder_get_min_range, finder->min_range, NAN)
RANGE_FINDER_GETTER(double, wb_range_finder_get_max_range, finder->max_range, NAN)
