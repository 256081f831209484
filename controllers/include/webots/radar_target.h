/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a radar sees. */
#ifndef WB_RADAR_TARGET_H
#define WB_RADAR_TARGET_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double distance;       /* m */
  double received_power; /* dBm */
  double speed;          /* m/s, positive when it goes away */
  double azimuth;        /* rad, positive to the right */
} WbRadarTarget;

#ifdef __cplusplus
}
#endif

#endif
