/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* LightSensor under a directional and a point light, and LED. */
#include <webots/led.h>
#include <webots/light_sensor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag plain = device("light sensor", WB_NODE_LIGHT_SENSOR), red = device("red", WB_NODE_LIGHT_SENSOR);
  const WbDeviceTag side = device("side", WB_NODE_LIGHT_SENSOR), shaded = device("shaded", WB_NODE_LIGHT_SENSOR);
  const WbDeviceTag led = device("led", WB_NODE_LED), dimmer = device("dimmer", WB_NODE_LED);
  CHECK(wb_light_sensor_get_lookup_table_size(plain) == 2);
  CHECK(wb_light_sensor_get_lookup_table_size(red) == 0);
  for (int i = 0; i < 4; ++i) {
    const WbDeviceTag tags[] = {plain, red, side, shaded};
    wb_light_sensor_enable(tags[i], STEP);
    CHECK(wb_light_sensor_get_sampling_period(tags[i]) == STEP);
    IS_NAN(wb_light_sensor_get_value(tags[i]));
  }
  CHECK(wb_led_get(led) == 0);
  wb_led_set(led, 2);
  CHECK(wb_led_get(led) == 2);
  wb_led_set(dimmer, 200);
  CHECK(wb_led_get(dimmer) == 200);
  steps(1);
  /* Towards +x: the directional light in full, 0.6 of (1, 0.5, 0), mean 0.3; the point light comes from the side. */
  NEAR(wb_light_sensor_get_value(plain), 300, 1e-6);
  NEAR(wb_light_sensor_get_value(red), 0.6 / 3, 1e-9);
  /* Towards +y: 4.5 / 3^2 in each colour. */
  NEAR(wb_light_sensor_get_value(side), 0.5, 1e-9);
  NEAR(wb_light_sensor_get_value(shaded), 0, 1e-12);
  wb_light_sensor_disable(plain);
  CHECK(wb_light_sensor_get_sampling_period(plain) == 0);
  CHECK(wb_led_get(led) == 2);
  wb_led_set(led, 0);
  CHECK(wb_led_get(led) == 0);
  return finish();
}
