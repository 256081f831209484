/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between a controller and its robot window. */
#ifndef WB_ROBOT_WWI_H
#define WB_ROBOT_WWI_H

#ifdef __cplusplus
#include <cstring>
#else
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

void wb_robot_wwi_send(const char* data, int size);
/* The next message, NULL if there is none; valid until the next call. */
const char* wb_robot_wwi_receive(int* size);
const char* wb_robot_wwi_receive_text();

#ifdef __cplusplus
}
#endif

#define wb_robot_wwi_send_text(text) wb_robot_wwi_send(text, (int)strlen(text) + 1)

#endif
