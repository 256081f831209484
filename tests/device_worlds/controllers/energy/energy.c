/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Batteries: their sensor, and what happens when they are empty. Manual, Robot: "when the current energy value reaches
 * zero, the corresponding controller process terminates and the simulated robot stops all motion". */
#include <webots/gps.h>
#include <webots/led.h>
#include <webots/supervisor.h>

#include "../check.h"

static void weary(void) {
  const WbDeviceTag gps = device("gps", WB_NODE_GPS), led = device("led", WB_NODE_LED);
  wb_gps_enable(gps, STEP);
  IS_NAN(wb_robot_battery_sensor_get_value());
  wb_robot_battery_sensor_enable(STEP);
  wb_led_set(led, 1);
  for (int i = 1; i <= 10; ++i) {
    CHECK(wb_robot_step(STEP) != -1);
    NEAR(wb_robot_battery_sensor_get_value(), fmax(0, 0.95 - 10 * 0.01 * i), 1e-9);
  }
  CHECK(wb_robot_battery_sensor_get_value() == 0); /* it is told, then it ends */
  wb_led_set(led, 0);
  wb_led_set(led, 2);
  if (failures == 0) wb_robot_set_custom_data("has read that nothing is left");
  if (wb_robot_step(STEP) != -1) wb_robot_set_custom_data("went on without energy");
}

static void brimful(void) {
  wb_robot_battery_sensor_enable(2 * STEP);
  steps(1);
  wb_robot_battery_sensor_enable(2 * STEP); /* the period begins anew */
  steps(1);
  IS_NAN(wb_robot_battery_sensor_get_value());
  steps(1);
  NEAR(wb_robot_battery_sensor_get_value(), 8 - 3 * 10 * 0.01, 1e-12);
}

static void judge(void) {
  const WbFieldRef said = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("WEARY"), "customData");
  const WbFieldRef lamp_is_on = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def("LAMP"), "on");
  steps(8);
  CHECK(wb_supervisor_field_get_sf_bool(lamp_is_on));
  steps(12);
  CHECK(!wb_supervisor_field_get_sf_bool(lamp_is_on)); /* no light without energy (WbLed::powerOn of R2025a) */
  SAME(wb_supervisor_field_get_sf_string(said), "has read that nothing is left");
}

int main(void) {
  wb_robot_init();
  const char* name = wb_robot_get_name();
  if (!strcmp(name, "weary"))
    weary();
  else if (!strcmp(name, "brimful"))
    brimful();
  else
    judge();
  return finish();
}
