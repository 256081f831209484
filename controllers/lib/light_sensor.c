/* wb_light_sensor_*. */
#include "controllers/include/webots/light_sensor.h"

#include "controllers/lib/session.h"

void wb_light_sensor_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_LIGHT_SENSOR, sampling_period, __func__);
}

void wb_light_sensor_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_LIGHT_SENSOR, 0, __func__); }

int wb_light_sensor_get_sampling_period(WbDeviceTag tag) {
  return lo_sensor_period(tag, LO_DEVICE_LIGHT_SENSOR, __func__);
}

double wb_light_sensor_get_value(WbDeviceTag tag) { return lo_sensor_value(tag, LO_DEVICE_LIGHT_SENSOR, 0, __func__); }

int wb_light_sensor_get_lookup_table_size(WbDeviceTag tag) {
  return lo_lookup_table_size(tag, LO_DEVICE_LIGHT_SENSOR, __func__);
}

const double* wb_light_sensor_get_lookup_table(WbDeviceTag tag) {
  return lo_lookup_table(tag, LO_DEVICE_LIGHT_SENSOR, __func__);
}
