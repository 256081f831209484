/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* TouchSensors of all types under known loads. */
#include <webots/touch_sensor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const char* name = wb_robot_get_name();
  if (!strcmp(name, "bumpers")) {
    const WbDeviceTag high = device("high", WB_NODE_TOUCH_SENSOR), low = device("low", WB_NODE_TOUCH_SENSOR);
    CHECK(wb_touch_sensor_get_type(high) == WB_TOUCH_SENSOR_BUMPER);
    CHECK(wb_touch_sensor_get_lookup_table_size(high) == 2);
    CHECK(wb_touch_sensor_get_lookup_table(high)[3] == 5000);
    wb_touch_sensor_enable(high, STEP);
    wb_touch_sensor_enable(low, STEP);
    IS_NAN(wb_touch_sensor_get_value(high));
    steps(1);
    CHECK(wb_touch_sensor_get_value(high) == 0);
    CHECK(wb_touch_sensor_get_value(low) == 1);
    CHECK(wb_touch_sensor_get_values(low) == NULL);
    wb_touch_sensor_disable(low);
    CHECK(wb_touch_sensor_get_sampling_period(low) == 0);
    return finish();
  }
  const WbDeviceTag sensor = device("touch sensor", WB_NODE_TOUCH_SENSOR);
  wb_touch_sensor_enable(sensor, STEP);
  CHECK(wb_touch_sensor_get_sampling_period(sensor) == STEP);
  CHECK(wb_touch_sensor_get_lookup_table_size(sensor) == 0);
  steps(100);
  const double weight = 2 * 9.81; /* of what the sensor carries */
  if (!strcmp(name, "scale")) {
    NEAR(wb_touch_sensor_get_value(sensor), weight + 9.81, 0.02 * weight); /* and its own */
  } else if (!strcmp(name, "standing")) {
    CHECK(wb_touch_sensor_get_type(sensor) == WB_TOUCH_SENSOR_FORCE);
    NEAR(wb_touch_sensor_get_value(sensor), weight, 0.02 * weight);
    CHECK(wb_touch_sensor_get_values(sensor) == NULL);
  } else {
    CHECK(wb_touch_sensor_get_type(sensor) == WB_TOUCH_SENSOR_FORCE3D);
    IS_NAN(wb_touch_sensor_get_value(sensor));
    const double* force = wb_touch_sensor_get_values(sensor);
    NEAR(force[2], 19.5, 1e-9); /* 19.62 in steps of 0.5 */
    NEAR(force[0], 0, 1e-9);
  }
  return finish();
}
