/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* As "answers", of the robot that is its own device in worlds before R2021b: what it answers of its wheels is what the
 * tree says, or what was asked of it. */
#include <webots/differential_wheels.h>
#include <webots/supervisor.h>

#include "../check.h"

static WbFieldRef field(const char* name) { return wb_supervisor_node_get_field(wb_supervisor_node_get_self(), name); }

static void compare(double left, double right) {
  NEAR(wb_differential_wheels_get_max_speed(), wb_supervisor_field_get_sf_float(field("maxSpeed")), 0);
  NEAR(wb_differential_wheels_get_speed_unit(), wb_supervisor_field_get_sf_float(field("speedUnit")), 0);
  NEAR(wb_differential_wheels_get_left_speed(), left, 0);
  NEAR(wb_differential_wheels_get_right_speed(), right, 0);
}

static void make_scene_anew(void) {
  wb_supervisor_field_import_mf_node_from_string(
      wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children"), -1,
      "Solid { name \"new\" translation 50 0 0 boundingObject Box { } physics Physics { } }");
}

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_custom_data(), "again")) {
    compare(2.25, -1.25); /* the wheels turn as they did */
    wb_differential_wheels_set_speed(1, 1);
    steps(1);
    compare(1, 1);
    return finish();
  }
  compare(0, 0);
  wb_differential_wheels_set_speed(2.25, -1.25);
  make_scene_anew(); /* while that waits */
  compare(2.25, -1.25);
  steps(1);
  compare(2.25, -1.25);
  wb_supervisor_field_set_sf_float(field("maxSpeed"), 7);
  wb_supervisor_field_set_sf_float(field("speedUnit"), 0.25); /* the wheels turn as before: twice as many units */
  steps(1);
  compare(4.5, -2.5);
  make_scene_anew();
  steps(1);
  compare(4.5, -2.5);
  wb_supervisor_simulation_reset();
  steps(1);
  compare(0, 0);
  wb_differential_wheels_set_speed(2.25, -1.25);
  wb_supervisor_field_set_sf_float(field("maxSpeed"), 6);
  wb_robot_set_custom_data("again");
  steps(1);
  if (failures) return finish();
  wb_supervisor_node_restart_controller(wb_supervisor_node_get_self());
  steps(2);
  CHECK(false); /* it does not come here */
  return finish();
}
