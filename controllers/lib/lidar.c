/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_lidar_*: what the world says of a lidar, the frequency that the controller sets, and what it measures, which lies
 * where the engine has written it. */
#include "controllers/wire/lidar.h"

#include <math.h>
#include <stddef.h>
#include <webots/lidar.h>

#include "controllers/lib/session.h"

#define LIDAR(tag) LO_STATE(lo_lidar_state, tag, LIDAR)

_Static_assert(sizeof(lo_lidar_point) == sizeof(WbLidarPoint), "the points are handed out as they lie");

static void set_point_cloud(WbDeviceTag tag, bool enabled, const char* function) {
  lo_lidar_state* lidar = lo_state_of(tag, LO_DEVICE_LIDAR, function);
  if (!lidar) return;
  lidar->point_cloud_enabled = enabled;
  lo_touch(tag);
}

void wb_lidar_enable_point_cloud(WbDeviceTag tag) { set_point_cloud(tag, true, __func__); }
void wb_lidar_disable_point_cloud(WbDeviceTag tag) { set_point_cloud(tag, false, __func__); }

/* The lidar if the controller has enabled it. */
static const lo_lidar_state* enabled(WbDeviceTag tag, const char* function) {
  const lo_lidar_state* lidar = lo_state_of(tag, LO_DEVICE_LIDAR, function);
  if (!lidar || lidar->sensor.period_ms) return lidar;
  lo_warn(tag, function, "the lidar is not enabled; wb_lidar_enable() gives it a sampling period");
  return NULL;
}

static const lo_lidar_state* enabled_point_cloud(WbDeviceTag tag, const char* function) {
  const lo_lidar_state* lidar = enabled(tag, function);
  if (!lidar || lidar->point_cloud_enabled) return lidar;
  lo_warn(tag, function, "the point cloud is not enabled; wb_lidar_enable_point_cloud() does it");
  return NULL;
}

static size_t points_of(const lo_lidar_state* lidar) {
  return lidar->horizontal_resolution > 0 && lidar->layers > 0
             ? (size_t)lidar->horizontal_resolution * (size_t)lidar->layers
             : 0;
}

static bool has_layer(WbDeviceTag tag, const lo_lidar_state* lidar, int layer, const char* function) {
  if (layer >= 0 && layer < lidar->layers) return true;
  lo_warn(tag, function, "there is no layer %d, the lidar has %d", layer, lidar->layers);
  return false;
}

static const float* ranges_of(const lo_lidar_state* lidar) {
  return lidar ? lo_bulk_data(&lidar->ranges, sizeof(float) * points_of(lidar)) : NULL;
}

static const WbLidarPoint* cloud_of(const lo_lidar_state* lidar) {
  return lidar ? lo_bulk_data(&lidar->points, sizeof(WbLidarPoint) * points_of(lidar)) : NULL;
}

/* The last one, also of a lidar that is disabled. */
const float* wb_lidar_get_range_image(WbDeviceTag tag) {
  enabled(tag, __func__);
  return ranges_of(lo_peek_state(tag, LO_DEVICE_LIDAR));
}

const float* wb_lidar_get_layer_range_image(WbDeviceTag tag, int layer) {
  const lo_lidar_state* lidar = enabled(tag, __func__);
  const float* ranges = ranges_of(lidar);
  if (!ranges || !has_layer(tag, lidar, layer, __func__)) return NULL;
  return ranges + (size_t)layer * (size_t)lidar->horizontal_resolution;
}

const WbLidarPoint* wb_lidar_get_point_cloud(WbDeviceTag tag) { return cloud_of(enabled_point_cloud(tag, __func__)); }

const WbLidarPoint* wb_lidar_get_layer_point_cloud(WbDeviceTag tag, int layer) {
  const lo_lidar_state* lidar = enabled_point_cloud(tag, __func__);
  const WbLidarPoint* points = cloud_of(lidar);
  if (!points || !has_layer(tag, lidar, layer, __func__)) return NULL;
  return points + (size_t)layer * (size_t)lidar->horizontal_resolution;
}

const WbLidarPoint* wb_lidar_get_point(WbDeviceTag tag, int index) {
  const lo_lidar_state* lidar = enabled_point_cloud(tag, __func__);
  if (!lidar) return NULL;
  if (index < 0 || (size_t)index >= points_of(lidar)) {
    lo_warn(tag, __func__, "there is no point %d", index);
    return NULL;
  }
  const WbLidarPoint* points = cloud_of(lidar);
  return points ? points + index : NULL;
}

int wb_lidar_get_number_of_points(WbDeviceTag tag) {
  const lo_lidar_state* lidar = enabled_point_cloud(tag, __func__);
  return lidar ? (int)points_of(lidar) : 0;
}

#define LIDAR_GETTER(type, function, value, absent) \
  type function(WbDeviceTag tag) {                  \
    const lo_lidar_state* lidar = LIDAR(tag);       \
    return lidar ? (type)(value) : (type)(absent);  \
  }

LIDAR_GETTER(bool, wb_lidar_is_point_cloud_enabled, lidar->point_cloud_enabled, false)
LIDAR_GETTER(int, wb_lidar_get_horizontal_resolution, lidar->horizontal_resolution, 0)
LIDAR_GETTER(int, wb_lidar_get_number_of_layers, lidar->layers, 0)
LIDAR_GETTER(double, wb_lidar_get_min_frequency, lidar->min_frequency, NAN)
LIDAR_GETTER(double, wb_lidar_get_max_frequency, lidar->max_frequency, NAN)
LIDAR_GETTER(double, wb_lidar_get_frequency, lidar->frequency, NAN)
LIDAR_GETTER(double, wb_lidar_get_fov, lidar->fov, NAN)
LIDAR_GETTER(double, wb_lidar_get_vertical_fov, lidar->vertical_fov, NAN)
LIDAR_GETTER(double, wb_lidar_get_min_range, lidar->min_range, NAN)
LIDAR_GETTER(double, wb_lidar_get_max_range, lidar->max_range, NAN)

void wb_lidar_set_frequency(WbDeviceTag tag, double frequency) {
  lo_lidar_state* lidar = LIDAR(tag);
  if (!lidar || lo_is_nan(tag, __func__, "frequency", frequency)) return;
  if (frequency < lidar->min_frequency || frequency > lidar->max_frequency) {
    lo_warn(tag, __func__, "the frequency %g Hz is not in the lidar's range [%g, %g]; ignored", frequency,
            lidar->min_frequency, lidar->max_frequency);
    return;
  }
  lidar->frequency = frequency;
  lo_mark(tag, &lidar->changed, LO_LIDAR_FREQUENCY);
}
