/* wb_radar_*: what the world says of a radar. The engine does not simulate what it sees: there are no targets, after
 * one warning. */
#include "controllers/wire/radar.h"

#include <stddef.h>

#include "controllers/include/webots/radar.h"
#include "controllers/lib/session.h"

#define RADAR(tag) LO_STATE(lo_radar_state, tag, RADAR)

void wb_radar_enable(WbDeviceTag tag, int sampling_period) {
  lo_radar_state* radar = RADAR(tag);
  if (!radar || !lo_is_period(tag, __func__, sampling_period)) return;
  radar->period_ms = (uint32_t)sampling_period;
  if (sampling_period) lo_warn(tag, __func__, "radars are not simulated in this version: there are no targets");
}

void wb_radar_disable(WbDeviceTag tag) { wb_radar_enable(tag, 0); }

/* The radar if the controller has enabled it. */
static const lo_radar_state* enabled(WbDeviceTag tag, const char* function) {
  const lo_radar_state* radar = lo_state_of(tag, LO_DEVICE_RADAR, function);
  if (!radar || radar->period_ms) return radar;
  lo_warn(tag, function, "the radar is not enabled; wb_radar_enable() gives it a sampling period");
  return NULL;
}

int wb_radar_get_number_of_targets(WbDeviceTag tag) {
  enabled(tag, __func__);
  return 0;
}

const WbRadarTarget* wb_radar_get_targets(WbDeviceTag tag) {
  enabled(tag, __func__);
  return NULL;
}

const WbRadarTarget* wb_radar_get_target(WbDeviceTag tag, int index) {
  if (enabled(tag, __func__)) lo_warn(tag, __func__, "there is no target %d", index);
  return NULL;
}

#define RADAR_GETTER(type, function, value)   \
  type function(WbDeviceTag tag) {            \
    const lo_radar_state* radar = RADAR(tag); \
    return radar ? (type)(value) : 0;         \
  }

RADAR_GETTER(int, wb_radar_get_sampling_period, radar->period_ms)
RADAR_GETTER(double, wb_radar_get_min_range, radar->min_range)
RADAR_GETTER(double, wb_radar_get_max_range, radar->max_range)
RADAR_GETTER(double, wb_radar_get_horizontal_fov, radar->horizontal_fov)
RADAR_GETTER(double, wb_radar_get_vertical_fov, radar->vertical_fov)
