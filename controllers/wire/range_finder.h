/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* RangeFinder: what the world says of it, and where its image is. */
#ifndef LIGHTSOUT_WIRE_RANGE_FINDER_H
#define LIGHTSOUT_WIRE_RANGE_FINDER_H

#include "controllers/wire/block.h"
#include "controllers/wire/sensor.h"

typedef struct {
  lo_sensor_state sensor; /* its values say nothing */
  lo_bulk image;          /* width * height floats, m, row by row from the top left */
  int32_t width, height;  /* pixels */
  int32_t is_camera;      /* 1: it was a Camera in its older world, and answers as one too */
  int32_t reserved;
  double fov;                  /* rad, horizontal */
  double min_range, max_range; /* m */
} lo_range_finder_state;

#endif
