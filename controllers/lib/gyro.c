/* wb_gyro_*. */
#include "controllers/include/webots/gyro.h"

#include "controllers/lib/session.h"

void wb_gyro_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_GYRO, sampling_period, __func__);
}

void wb_gyro_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_GYRO, 0, __func__); }

int wb_gyro_get_sampling_period(WbDeviceTag tag) { return lo_sensor_period(tag, LO_DEVICE_GYRO, __func__); }

const double* wb_gyro_get_values(WbDeviceTag tag) { return lo_sensor_values(tag, LO_DEVICE_GYRO, __func__); }

int wb_gyro_get_lookup_table_size(WbDeviceTag tag) { return lo_lookup_table_size(tag, LO_DEVICE_GYRO, __func__); }

const double* wb_gyro_get_lookup_table(WbDeviceTag tag) { return lo_lookup_table(tag, LO_DEVICE_GYRO, __func__); }
