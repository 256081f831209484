/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a robot knows of itself, and the steps of time. */
#include <stdlib.h>
#include <webots/gps.h>
#include <webots/keyboard.h>
#include <webots/supervisor.h>

#include "../check.h"

static void boss(void) {
  CHECK(wb_robot_get_supervisor());
  WbNodeRef children = wb_supervisor_node_get_root();
  CHECK(children != NULL);
  steps(4);
  /* A supervisor's text reaches the other robot with its next step. */
  WbFieldRef all = wb_supervisor_node_get_field(children, "children");
  WbNodeRef first = NULL;
  for (int i = 0; i < wb_supervisor_field_get_count(all); ++i) {
    WbNodeRef node = wb_supervisor_field_get_mf_node(all, i);
    if (wb_supervisor_node_get_type(node) == WB_NODE_ROBOT && node != wb_supervisor_node_get_self()) first = node;
  }
  WbFieldRef data = wb_supervisor_node_get_field(first, "customData");
  SAME(wb_supervisor_field_get_sf_string(data), "by the robot");
  wb_supervisor_field_set_sf_string(data, "by the boss");
  wb_supervisor_field_set_sf_string(wb_supervisor_node_get_field(first, "model"), "M-2");
  steps(4);
}

int main(int argc, char** argv) {
  wb_robot_init();
  CHECK(wb_robot_get_basic_time_step() == STEP);
  CHECK(wb_robot_get_time() == 0);
  CHECK(wb_robot_get_mode() == WB_MODE_SIMULATION);
  CHECK(wb_robot_get_synchronization());
  CHECK(wb_robot_get_type() == WB_NODE_ROBOT);
  SAME(wb_robot_get_controller_name(), "robot");
  const char* world = wb_robot_get_world_path();
  const char* project = wb_robot_get_project_path();
  CHECK(world[0] == '/' && strlen(world) > 17 && !strcmp(world + strlen(world) - 17, "/worlds/robot.wbt"));
  CHECK(!strncmp(world, project, strlen(project)) && strlen(project) + 17 == strlen(world)); /* no slash at its end */
  if (!strcmp(wb_robot_get_name(), "boss")) {
    boss();
    return finish();
  }
  SAME(wb_robot_get_name(), "first");
  SAME(wb_robot_get_model(), "M-1");
  CHECK(!wb_robot_get_supervisor());
  CHECK(argc == 3);
  SAME(argv[1], "one");
  SAME(argv[2], "two words");
  SAME(wb_robot_get_controller_arguments(), "one two words");
  SAME(wb_robot_get_custom_data(), "as built");

  /* In the order of the scene tree; devices of joints before those of the endPoint. */
  const char* names[] = {"gps", "north", "shoulder", "angle", "led", "touch sensor"};
  const WbNodeType types[] = {WB_NODE_GPS, WB_NODE_COMPASS,     WB_NODE_ROTATIONAL_MOTOR, WB_NODE_POSITION_SENSOR,
                              WB_NODE_LED, WB_NODE_TOUCH_SENSOR};
  CHECK(wb_robot_get_number_of_devices() == 6);
  for (int i = 0; i < 6; ++i) {
    const WbDeviceTag tag = wb_robot_get_device_by_index(i);
    CHECK(tag == i + 1);
    SAME(wb_device_get_name(tag), names[i]);
    CHECK(wb_device_get_node_type(tag) == types[i]);
    CHECK(wb_robot_get_device(names[i]) == tag);
  }
  SAME(wb_device_get_model(2), "C");
  CHECK(wb_robot_get_device_by_index(-1) == 0);
  CHECK(wb_robot_get_device_by_index(6) == 0);
  CHECK(wb_robot_get_device("nobody") == 0);
  CHECK(wb_device_get_name(99) == NULL);
  CHECK(wb_device_get_node_type(99) == WB_NODE_NO_NODE);
  IS_NAN(wb_gps_get_speed(2)); /* a compass is no GPS */
  CHECK(wb_gps_get_values(2) == NULL);
  CHECK(wb_keyboard_get_key() == -1);
  CHECK(wb_robot_wait_for_user_input_event(WB_EVENT_KEYBOARD, 100) == WB_EVENT_NO_EVENT); /* not enabled */

  CHECK(wb_robot_step(STEP) == 0);
  NEAR(wb_robot_get_time(), 0.01, 1e-12);
  CHECK(wb_robot_step(0) == 0); /* no time passes */
  NEAR(wb_robot_get_time(), 0.01, 1e-12);
  CHECK(wb_robot_step(2 * STEP) == 0);
  NEAR(wb_robot_get_time(), 0.03, 1e-12);
  wb_robot_set_custom_data("by the robot");
  SAME(wb_robot_get_custom_data(), "by the robot");
  CHECK(wb_robot_step(15) == 0); /* no multiple of the basic step: the next one */
  NEAR(wb_robot_get_time(), 0.05, 1e-12);
  wb_robot_step(STEP);
  SAME(wb_robot_get_custom_data(), "by the boss");
  SAME(wb_robot_get_model(), "M-2");

  /* Between begin and end readings stand still. */
  const WbDeviceTag gps = wb_robot_get_device("gps");
  wb_gps_enable(gps, STEP);
  CHECK(wb_robot_step_begin(STEP) == 0);
  IS_NAN(wb_gps_get_values(gps)[2]);
  CHECK(wb_robot_step_end() == 0);
  NEAR(wb_gps_get_values(gps)[2], 1, 1e-12);
  NEAR(wb_robot_get_time(), 0.07, 1e-12);

  IS_NAN(wb_robot_battery_sensor_get_value());
  wb_robot_battery_sensor_enable(STEP);
  wb_robot_step(STEP);
  CHECK(wb_robot_battery_sensor_get_value() == -1); /* it has no battery */

  wb_robot_set_mode(WB_MODE_REMOTE_CONTROL, NULL); /* there is no library */
  CHECK(wb_robot_get_mode() == WB_MODE_SIMULATION);
  WbMutexRef mutex = wb_robot_mutex_new();
  wb_robot_mutex_lock(mutex);
  wb_robot_mutex_unlock(mutex);
  wb_robot_mutex_delete(mutex);
  return finish();
}
