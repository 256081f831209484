/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Text for the log, by stream. */
#ifndef WB_CONSOLE_H
#define WB_CONSOLE_H

#define WB_STDOUT 1
#define WB_STDERR 2

#ifdef __cplusplus
extern "C" {
#endif

void wb_console_print(const char* text, int stream);

#ifdef __cplusplus
}
#endif

#endif
