/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Between display.c and remote_display.c. */
#ifndef LIGHTSOUT_LIB_REMOTE_DISPLAY_H
#define LIGHTSOUT_LIB_REMOTE_DISPLAY_H

#include <stddef.h>
#include <webots/remote_control.h>

#include "controllers/wire/display.h"

/* What else goes to the engine. */
void lo_tell_remote_display(const WbrInterface* functions, WbDeviceTag tag, const lo_display_command* command,
                            const void* data, size_t size);

#endif
