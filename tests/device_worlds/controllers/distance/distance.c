/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* DistanceSensors of all types against walls at known distances. */
#include <webots/distance_sensor.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const char* names[] = {"generic", "default",        "fan", "laser", "coarse", "empty",
                         "sonar",   "slanting sonar", "red", "dark",  "falling"};
  for (int i = 0; i < 11; ++i) {
    const WbDeviceTag tag = device(names[i], WB_NODE_DISTANCE_SENSOR);
    CHECK(wb_distance_sensor_get_sampling_period(tag) == 0);
    wb_distance_sensor_enable(tag, STEP);
    CHECK(wb_distance_sensor_get_sampling_period(tag) == STEP);
    IS_NAN(wb_distance_sensor_get_value(tag));
  }
#define TAG(name) wb_robot_get_device(name)
#define VALUE(name) wb_distance_sensor_get_value(TAG(name))
  CHECK(wb_distance_sensor_get_type(TAG("generic")) == WB_DISTANCE_SENSOR_GENERIC);
  CHECK(wb_distance_sensor_get_type(TAG("laser")) == WB_DISTANCE_SENSOR_LASER);
  CHECK(wb_distance_sensor_get_type(TAG("sonar")) == WB_DISTANCE_SENSOR_SONAR);
  CHECK(wb_distance_sensor_get_type(TAG("red")) == WB_DISTANCE_SENSOR_INFRA_RED);
  CHECK(wb_distance_sensor_get_min_value(TAG("laser")) == 10);
  CHECK(wb_distance_sensor_get_max_value(TAG("laser")) == 40);
  CHECK(wb_distance_sensor_get_min_value(TAG("falling")) == 100);
  CHECK(wb_distance_sensor_get_max_value(TAG("falling")) == 1000);
  NEAR(wb_distance_sensor_get_aperture(TAG("fan")), 0.6, 1e-12);
  CHECK(wb_distance_sensor_get_lookup_table_size(TAG("falling")) == 3);
  CHECK(wb_distance_sensor_get_lookup_table(TAG("falling"))[4] == 500);
  CHECK(wb_distance_sensor_get_lookup_table_size(TAG("default")) == 2);
  CHECK(wb_distance_sensor_get_lookup_table_size(TAG("empty")) == 0);

  steps(1);
  NEAR(VALUE("generic"), 1000, 1e-6);
  NEAR(VALUE("default"), 1000, 1e-9); /* nothing within its 0.1 m: the table's last row */
  /* Three rays of one weight, 0.3 rad off the axis; the wall is a plane across it, so each is 1 / cos 0.3 long. */
  NEAR(VALUE("fan"), 1000 / cos(0.3), 1e-3);
  NEAR(VALUE("laser"), 20, 1e-6);   /* between 0.5 and 2 m: 10 + 30 (0.5 / 1.5) */
  NEAR(VALUE("coarse"), 900, 1e-9); /* 1000 / 300 = 3.33, rounded 3 */
  NEAR(VALUE("empty"), 0, 0);
  NEAR(VALUE("sonar"), 1000, 1e-6);
  NEAR(VALUE("slanting sonar"), 2000, 1e-9); /* met at 30 degrees, more than 22.5: no echo */
  NEAR(VALUE("red"), 1000, 1e-6);            /* factor 0.2 + 0.8 of red = 1 */
  NEAR(VALUE("dark"), 1000, 1e-6);           /* 0.2 m / 0.2 */
  NEAR(VALUE("falling"), 500, 1e-6);

  wb_distance_sensor_disable(TAG("generic"));
  CHECK(wb_distance_sensor_get_sampling_period(TAG("generic")) == 0);
  steps(1);
  NEAR(VALUE("generic"), 1000, 1e-6);
  return finish();
}
