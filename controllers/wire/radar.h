/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Radar: what the world says of it. Its targets come as the device's array (LO_MESSAGE_ARRAY): lo_radar_target, in the
 * order of the tree. */
#ifndef LIGHTSOUT_WIRE_RADAR_H
#define LIGHTSOUT_WIRE_RADAR_H

#include "controllers/wire/block.h"
#include "controllers/wire/sensor.h"

/* As WbRadarTarget. */
typedef struct {
  double distance;       /* m */
  double received_power; /* dBm */
  double speed;          /* m/s, of the distance: positive when it grows */
  double azimuth;        /* rad, positive to the right */
} lo_radar_target;

typedef struct {
  lo_sensor_state sensor;              /* its values say nothing */
  double min_range, max_range;         /* m */
  double horizontal_fov, vertical_fov; /* rad */
} lo_radar_state;

#endif
