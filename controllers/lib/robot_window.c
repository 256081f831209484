/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Robot windows: there is no window. What a controller tells one is dropped after one warning, and nothing comes back.
 */
#include <stddef.h>
#include <webots/plugins/robot_window/default.h>
#include <webots/plugins/robot_window/generic_robot_window/generic.h>
#include <webots/plugins/robot_window/robot_window.h>
#include <webots/plugins/robot_window/robot_wwi.h>

#include "controllers/lib/session.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void refuse(const char* function) {
  lo_warn(0, function, "robot windows are not shown here; what is sent to one is dropped and nothing comes back");
}

void wb_robot_wwi_send(const char* data, int size) { refuse("wb_robot_wwi_send"); }

const char* wb_robot_wwi_receive(int* size) {
  if (size) *size = 0;
  return NULL;
}

const char* wb_robot_wwi_receive_text() { return NULL; }

void* wb_robot_window_custom_function(void* argument) { return NULL; }

void wbu_default_robot_window_configure() { refuse(__func__); }
void wbu_default_robot_window_update() { refuse(__func__); }
void wbu_default_robot_window_set_images_max_size(int max_width, int max_height) { refuse(__func__); }

void wbu_generic_robot_window_init() { refuse(__func__); }
bool wbu_generic_robot_window_handle_messages(const char* message) { return false; }
void wbu_generic_robot_window_parse_device_command(char* token, char* tokens) { refuse(__func__); }
bool wbu_generic_robot_window_parse_device_control_command(const char* first_token, char* tokens) { return false; }
void wbu_generic_robot_window_update() { refuse(__func__); }
bool wbu_generic_robot_window_needs_update() { return false; }
bool wbu_generic_robot_window_is_hidden() { return true; }
double wbu_generic_robot_window_refresh_rate() { return 0; }
