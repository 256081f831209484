/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The generic window's own messages about a robot's devices. */
#ifndef WB_DEFAULT_H
#define WB_DEFAULT_H

#include "robot_wwi.h"

#ifdef __cplusplus
extern "C" {
#endif

void wbu_default_robot_window_configure();
void wbu_default_robot_window_update();
void wbu_default_robot_window_set_images_max_size(int max_width, int max_height);

#ifdef __cplusplus
}
#endif

#endif
