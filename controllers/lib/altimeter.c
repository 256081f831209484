/* wb_altimeter_*. */
#include "controllers/include/webots/altimeter.h"

#include "controllers/lib/session.h"

void wb_altimeter_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_ALTIMETER, sampling_period, __func__);
}

void wb_altimeter_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_ALTIMETER, 0, __func__); }

int wb_altimeter_get_sampling_period(WbDeviceTag tag) { return lo_sensor_period(tag, LO_DEVICE_ALTIMETER, __func__); }

double wb_altimeter_get_value(WbDeviceTag tag) { return lo_sensor_value(tag, LO_DEVICE_ALTIMETER, 0, __func__); }
