/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: the image was not const. It is not to be written to. */
#ifndef DEVICE_BY_HAND_CAMERA_H
#define DEVICE_BY_HAND_CAMERA_H

static inline unsigned char* device_camera_get_image(DeviceTag tag) { return (unsigned char*)wb_camera_get_image(tag); }
#define camera_get_image device_camera_get_image

#endif
