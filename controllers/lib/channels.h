/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The rule for channels that emitters and receivers share. */
#ifndef LIGHTSOUT_LIB_CHANNELS_H
#define LIGHTSOUT_LIB_CHANNELS_H

#include "controllers/lib/session.h"

/* False, after a warning, for a channel below -1 or not among the allowed ones (none listed: all are). `allowed`: as
 * configured. */
bool lo_channel_allowed(WbDeviceTag tag, lo_array allowed, int channel, const char* function);

#endif
