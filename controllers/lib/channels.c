/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The rule for channels that emitters and receivers share. */
#include "controllers/lib/channels.h"

bool lo_channel_allowed(WbDeviceTag tag, lo_array allowed, int channel, const char* function) {
  if (channel < -1) {
    lo_warn(tag, function, "channel %d is below -1; ignored", channel);
    return false;
  }
  uint32_t count;
  const int32_t* channels = lo_current_array(tag, allowed, sizeof *channels, &count);
  for (uint32_t i = 0; i < count; ++i)
    if (channels[i] == channel) return true;
  if (count == 0) return true;
  lo_warn(tag, function, "channel %d is not in allowedChannels; ignored", channel);
  return false;
}
