/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a library of a generic robot window calls. */
#ifndef WB_GENERIC_H
#define WB_GENERIC_H

#include "../../../types.h"

#ifdef __cplusplus
extern "C" {
#endif

void wbu_generic_robot_window_init();
bool wbu_generic_robot_window_handle_messages(const char* message);
void wbu_generic_robot_window_parse_device_command(char* token, char* tokens);
bool wbu_generic_robot_window_parse_device_control_command(const char* first_token, char* tokens);
void wbu_generic_robot_window_update();
bool wbu_generic_robot_window_needs_update();
bool wbu_generic_robot_window_is_hidden();
double wbu_generic_robot_window_refresh_rate();

#ifdef __cplusplus
}
#endif

#endif
