/* wb_accelerometer_*. */
#include "controllers/include/webots/accelerometer.h"

#include "controllers/lib/session.h"

void wb_accelerometer_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_ACCELEROMETER, sampling_period, __func__);
}

void wb_accelerometer_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_ACCELEROMETER, 0, __func__); }

int wb_accelerometer_get_sampling_period(WbDeviceTag tag) {
  return lo_sensor_period(tag, LO_DEVICE_ACCELEROMETER, __func__);
}

const double* wb_accelerometer_get_values(WbDeviceTag tag) {
  return lo_sensor_values(tag, LO_DEVICE_ACCELEROMETER, __func__);
}

int wb_accelerometer_get_lookup_table_size(WbDeviceTag tag) {
  return lo_lookup_table_size(tag, LO_DEVICE_ACCELEROMETER, __func__);
}

const double* wb_accelerometer_get_lookup_table(WbDeviceTag tag) {
  return lo_lookup_table(tag, LO_DEVICE_ACCELEROMETER, __func__);
}
