/* wb_compass_*. */
#include "controllers/include/webots/compass.h"

#include "controllers/lib/session.h"

void wb_compass_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_COMPASS, sampling_period, __func__);
}

void wb_compass_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_COMPASS, 0, __func__); }

int wb_compass_get_sampling_period(WbDeviceTag tag) { return lo_sensor_period(tag, LO_DEVICE_COMPASS, __func__); }

const double* wb_compass_get_values(WbDeviceTag tag) { return lo_sensor_values(tag, LO_DEVICE_COMPASS, __func__); }

int wb_compass_get_lookup_table_size(WbDeviceTag tag) { return lo_lookup_table_size(tag, LO_DEVICE_COMPASS, __func__); }

const double* wb_compass_get_lookup_table(WbDeviceTag tag) { return lo_lookup_table(tag, LO_DEVICE_COMPASS, __func__); }
