/* Camera: what the world says of it. There are no images: they come with rendering, which the engine does not have. */
#ifndef LIGHTSOUT_WIRE_CAMERA_H
#define LIGHTSOUT_WIRE_CAMERA_H

#include "controllers/wire/block.h"

enum { LO_CAMERA_FOV = 1, LO_CAMERA_EXPOSURE = 2, LO_CAMERA_FOCAL_DISTANCE = 4 }; /* lo_camera_state.changed */

typedef struct {
  /* configuration */
  int32_t width, height; /* pixels */
  int32_t planar;        /* projection */
  int32_t has_recognition;
  int32_t has_segmentation;
  uint32_t period_ms; /* the controller's, as the two below: the engine has no use for them */
  uint32_t recognition_period_ms;
  int32_t segmentation_enabled;
  double near;                                   /* m */
  double min_fov, max_fov;                       /* rad */
  double focal_length;                           /* m */
  double min_focal_distance, max_focal_distance; /* m */
  /* commands; the engine writes the node's values before the first turn */
  double fov; /* rad, horizontal */
  double exposure;
  double focal_distance; /* m */
  uint32_t changed;
  uint32_t reserved;
} lo_camera_state;

#endif
