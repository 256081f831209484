/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Between remote_control.c, remote_readings.c and the devices whose commands or readings are more than numbers. */
#ifndef LIGHTSOUT_LIB_REMOTE_H
#define LIGHTSOUT_LIB_REMOTE_H

#include <webots/remote_control.h>

#include "controllers/wire/device_kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The library's functions while the robot is remote; else NULL. */
const WbrInterface* lo_remote_functions(void);
/* What the library has reported as the camera's image since then, in its own size; NULL: nothing. */
unsigned char* lo_reported_image(WbDeviceTag tag);
/* The same of recognized objects, as they are handed out. */
const WbCameraRecognitionObject* lo_reported_objects(WbDeviceTag tag, int* count);
/* What the library says that a sensor reads: the first of the values of its struct. */
void lo_report(WbDeviceTag tag, lo_device_kind kind, const double* values, int count, const char* function);
/* The file in which the display's image of that number (0: what it shows) is to be saved once the library has it. */
void lo_save_remote_display(WbDeviceTag tag, int id, const char* filename);

#ifdef __cplusplus
}
#endif

#endif
