/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Environment of the controller process. */
#ifndef WBU_SYSTEM_H
#define WBU_SYSTEM_H

#include "../types.h"

#ifdef __cplusplus
extern "C" {
#endif

const char* wbu_system_getenv(const char* variable);
const char* wbu_system_short_path(const char* path); /* the path itself, except on Windows */
const char* wbu_system_tmpdir();
/* WEBOTS_INSTANCE_PATH, NULL if it is not set. */
const char* wbu_system_webots_instance_path(bool refresh);
const char* wbu_system_webots_tmp_path(); /* older name */

#ifdef __cplusplus
}
#endif

#endif
