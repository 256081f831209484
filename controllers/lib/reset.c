/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What the library keeps of a device beside its state in the block goes when the device is reset, or is told again. */
#include "controllers/lib/session.h"

/* Each looks whether the device is one of its own. */
lo_message_handler lo_reset_display, lo_reset_emitter, lo_reset_radar, lo_reset_radio, lo_reset_receiver,
    lo_reset_speaker;

void lo_receive_reset(WbDeviceTag tag, const void* payload, uint32_t size) {
  lo_reset_display(tag, payload, size);
  lo_reset_emitter(tag, payload, size);
  lo_reset_radar(tag, payload, size);
  lo_reset_radio(tag, payload, size);
  lo_reset_receiver(tag, payload, size);
  lo_reset_speaker(tag, payload, size);
}
