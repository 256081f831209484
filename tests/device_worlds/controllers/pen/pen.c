/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Pen: what it draws is seen by infra-red sensors that come after it. */
#include <webots/distance_sensor.h>
#include <webots/pen.h>

#include "../check.h"

int main(void) {
  wb_robot_init();
  const WbDeviceTag pen = device("pen", WB_NODE_PEN);
  device("short", WB_NODE_PEN);
  const WbDeviceTag behind = wb_robot_get_device("behind"), beside = wb_robot_get_device("beside");
  const WbDeviceTag short_one = wb_robot_get_device("behind short");
  wb_distance_sensor_enable(behind, STEP);
  wb_distance_sensor_enable(beside, STEP);
  wb_distance_sensor_enable(short_one, STEP);
  /* White paper 0.1 m below is seen there; under black ink of full density the factor is 0.2, so it seems at 0.5 m. */
  steps(2);
  NEAR(wb_distance_sensor_get_value(behind), 100, 1e-3);
  steps(6); /* 8 cm: the eye is 3 cm behind where the line begins */
  NEAR(wb_distance_sensor_get_value(behind), 500, 1e-3);
  NEAR(wb_distance_sensor_get_value(beside), 100, 1e-3);
  NEAR(wb_distance_sensor_get_value(short_one), 100, 1e-3); /* the paper is out of that pen's reach */
  wb_pen_write(pen, false);
  steps(8);
  NEAR(wb_distance_sensor_get_value(behind), 100, 1e-3);
  wb_pen_set_ink_color(pen, 0x800000, 0.5); /* half of a red of 128 / 255 over white: 0.5 + 0.5 x 0.50196 */
  wb_pen_write(pen, true);
  steps(8);
  NEAR(wb_distance_sensor_get_value(behind), 100 / (0.2 + 0.8 * (0.5 + 0.5 * 128 / 255.)), 1e-3);
  return finish();
}
