/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Camera: what the world says of it, what the controller sets of it, and where its images are. The objects that it
 * recognizes come as its array (LO_MESSAGE_ARRAY), anew at each of their samples: for each a lo_recognized_object, its
 * colours as double[3 * colors], and its model with a NUL, padded to a multiple of 8 bytes. */
#ifndef LIGHTSOUT_WIRE_CAMERA_H
#define LIGHTSOUT_WIRE_CAMERA_H

#include "controllers/wire/block.h"
#include "controllers/wire/sensor.h"

enum { LO_CAMERA_FOV = 1, LO_CAMERA_EXPOSURE = 2, LO_CAMERA_FOCAL_DISTANCE = 4 }; /* lo_camera_state.changed */

typedef struct {
  double position[3];           /* m, axes of the camera */
  double orientation[4];        /* axis and angle, axes of the camera */
  double size[2];               /* m */
  int32_t position_on_image[2]; /* pixels */
  int32_t size_on_image[2];
  int32_t id; /* of the node */
  uint32_t colors;
  uint32_t model_size; /* bytes, without its NUL */
  uint32_t reserved;
} lo_recognized_object;

typedef struct {
  lo_sensor_state sensor; /* of the image; its values say nothing */
  lo_bulk image;          /* width * height pixels of four bytes B, G, R, A, row by row from the top left */
  lo_bulk segmentation;   /* the same, of the recognition */
  /* configuration */
  int32_t width, height; /* pixels */
  int32_t planar;        /* projection */
  int32_t has_recognition;
  int32_t has_segmentation;
  int32_t type;                                  /* what wb_camera_get_type answers */
  double near;                                   /* m */
  double min_fov, max_fov;                       /* rad */
  double focal_length;                           /* m */
  double min_focal_distance, max_focal_distance; /* m */
  /* reading: how many samples of recognized objects were taken so far */
  uint32_t recognition_count;
  /* commands; the engine writes the node's values before the first turn */
  uint32_t recognition_period_ms;
  uint32_t recognition_enables; /* how often that was given; each time the period begins anew */
  int32_t segmentation_enabled;
  double fov; /* rad, horizontal */
  double exposure;
  double focal_distance; /* m */
  uint32_t changed;
  uint32_t reserved;
} lo_camera_state;

#endif
