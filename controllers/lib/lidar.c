/* wb_lidar_*: what the world says of a lidar, and the frequency that the controller sets. It measures nothing: that
 * comes with rendering, which the engine does not have. */
#include "controllers/wire/lidar.h"

#include <math.h>
#include <stddef.h>

#include "controllers/include/webots/lidar.h"
#include "controllers/lib/session.h"

#define LIDAR(tag) LO_STATE(lo_lidar_state, tag, LIDAR)

void wb_lidar_enable(WbDeviceTag tag, int sampling_period) {
  lo_lidar_state* lidar = LIDAR(tag);
  if (!lidar || !lo_is_period(tag, __func__, sampling_period)) return;
  lidar->period_ms = (uint32_t)sampling_period;
  if (sampling_period)
    lo_warn(tag, __func__, "lidars measure by rendering, which this version does not have: there are no range images");
}

void wb_lidar_disable(WbDeviceTag tag) { wb_lidar_enable(tag, 0); }

static void set_point_cloud(WbDeviceTag tag, bool enabled, const char* function) {
  lo_lidar_state* lidar = lo_state_of(tag, LO_DEVICE_LIDAR, function);
  if (lidar) lidar->point_cloud_enabled = enabled;
}

void wb_lidar_enable_point_cloud(WbDeviceTag tag) { set_point_cloud(tag, true, __func__); }
void wb_lidar_disable_point_cloud(WbDeviceTag tag) { set_point_cloud(tag, false, __func__); }

/* The lidar if the controller has enabled it. */
static const lo_lidar_state* enabled(WbDeviceTag tag, const char* function) {
  const lo_lidar_state* lidar = lo_state_of(tag, LO_DEVICE_LIDAR, function);
  if (!lidar || lidar->period_ms) return lidar;
  lo_warn(tag, function, "the lidar is not enabled; wb_lidar_enable() gives it a sampling period");
  return NULL;
}

static const lo_lidar_state* enabled_point_cloud(WbDeviceTag tag, const char* function) {
  const lo_lidar_state* lidar = enabled(tag, function);
  if (!lidar || lidar->point_cloud_enabled) return lidar;
  lo_warn(tag, function, "the point cloud is not enabled; wb_lidar_enable_point_cloud() does it");
  return NULL;
}

static void check_layer(WbDeviceTag tag, const lo_lidar_state* lidar, int layer, const char* function) {
  if (lidar && (layer < 0 || layer >= lidar->layers))
    lo_warn(tag, function, "there is no layer %d, the lidar has %d", layer, lidar->layers);
}

const float* wb_lidar_get_range_image(WbDeviceTag tag) {
  enabled(tag, __func__);
  return NULL;
}

const float* wb_lidar_get_layer_range_image(WbDeviceTag tag, int layer) {
  check_layer(tag, enabled(tag, __func__), layer, __func__);
  return NULL;
}

const WbLidarPoint* wb_lidar_get_point_cloud(WbDeviceTag tag) {
  enabled_point_cloud(tag, __func__);
  return NULL;
}

const WbLidarPoint* wb_lidar_get_layer_point_cloud(WbDeviceTag tag, int layer) {
  check_layer(tag, enabled_point_cloud(tag, __func__), layer, __func__);
  return NULL;
}

const WbLidarPoint* wb_lidar_get_point(WbDeviceTag tag, int index) {
  const lo_lidar_state* lidar = enabled_point_cloud(tag, __func__);
  if (lidar && (index < 0 || index >= lidar->horizontal_resolution * lidar->layers))
    lo_warn(tag, __func__, "there is no point %d", index);
  return NULL;
}

int wb_lidar_get_number_of_points(WbDeviceTag tag) {
  const lo_lidar_state* lidar = enabled_point_cloud(tag, __func__);
  return lidar ? lidar->horizontal_resolution * lidar->layers : 0;
}

#define LIDAR_GETTER(type, function, value, absent) \
  type function(WbDeviceTag tag) {                  \
    const lo_lidar_state* lidar = LIDAR(tag);       \
    return lidar ? (type)(value) : (type)(absent);  \
  }

LIDAR_GETTER(int, wb_lidar_get_sampling_period, lidar->period_ms, 0)
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
