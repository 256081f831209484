/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_radar_*. */
#include "controllers/wire/radar.h"

#include <stddef.h>
#include <webots/radar.h>

#include "controllers/lib/session.h"

lo_message_handler lo_receive_array;

#define RADAR(tag) LO_STATE(lo_radar_state, tag, RADAR)

_Static_assert(sizeof(lo_radar_target) == sizeof(WbRadarTarget), "the targets are handed out as they come");

/* NULL: there are none. */
static const WbRadarTarget* targets_of(WbDeviceTag tag, uint32_t* count, const char* function) {
  const lo_array none = {0, 0};
  *count = 0;
  if (!lo_sensor_values(tag, LO_DEVICE_RADAR, function)) return NULL;
  const WbRadarTarget* targets = lo_current_array(tag, none, sizeof *targets, count);
  return *count ? targets : NULL;
}

void lo_reset_radar(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)payload, (void)size;
  if (lo_peek_state(tag, LO_DEVICE_RADAR)) lo_receive_array(tag, "", 0);
}

int wb_radar_get_number_of_targets(WbDeviceTag tag) {
  uint32_t count;
  targets_of(tag, &count, __func__);
  return (int)count;
}

const WbRadarTarget* wb_radar_get_targets(WbDeviceTag tag) {
  uint32_t count;
  return targets_of(tag, &count, __func__);
}

const WbRadarTarget* wb_radar_get_target(WbDeviceTag tag, int index) {
  uint32_t count;
  const WbRadarTarget* targets = targets_of(tag, &count, __func__);
  if (index >= 0 && (uint32_t)index < count) return targets + index;
  if (RADAR(tag)) lo_warn(tag, __func__, "there is no target %d", index);
  return NULL;
}

#define RADAR_GETTER(function, value)         \
  double function(WbDeviceTag tag) {          \
    const lo_radar_state* radar = RADAR(tag); \
    return radar ? (value) : 0;               \
  }

RADAR_GETTER(wb_radar_get_min_range, radar->min_range)
RADAR_GETTER(wb_radar_get_max_range, radar->max_range)
RADAR_GETTER(wb_radar_get_horizontal_fov, radar->horizontal_fov)
RADAR_GETTER(wb_radar_get_vertical_fov, radar->vertical_fov)
