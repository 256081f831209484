/* wb_position_sensor_*. */
#include "controllers/wire/position_sensor.h"

#include "controllers/include/webots/position_sensor.h"
#include "controllers/lib/session.h"

void wb_position_sensor_enable(WbDeviceTag tag, int sampling_period) {
  lo_sensor_enable(tag, LO_DEVICE_POSITION_SENSOR, sampling_period, __func__);
}

void wb_position_sensor_disable(WbDeviceTag tag) { lo_sensor_enable(tag, LO_DEVICE_POSITION_SENSOR, 0, __func__); }

int wb_position_sensor_get_sampling_period(WbDeviceTag tag) {
  return lo_sensor_period(tag, LO_DEVICE_POSITION_SENSOR, __func__);
}

double wb_position_sensor_get_value(WbDeviceTag tag) {
  return lo_sensor_value(tag, LO_DEVICE_POSITION_SENSOR, 0, __func__);
}

WbJointType wb_position_sensor_get_type(WbDeviceTag tag) {
  const lo_position_sensor_state* state = LO_STATE(lo_position_sensor_state, tag, POSITION_SENSOR);
  return state && state->linear ? WB_LINEAR : WB_ROTATIONAL;
}

WbDeviceTag wb_position_sensor_get_motor(WbDeviceTag tag) {
  const lo_position_sensor_state* state = LO_STATE(lo_position_sensor_state, tag, POSITION_SENSOR);
  return state ? (WbDeviceTag)state->motor_tag : 0;
}

WbDeviceTag wb_position_sensor_get_brake(WbDeviceTag tag) {
  const lo_position_sensor_state* state = LO_STATE(lo_position_sensor_state, tag, POSITION_SENSOR);
  return state ? (WbDeviceTag)state->brake_tag : 0;
}
