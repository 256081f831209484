/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* An object that a camera recognises. */
#ifndef WB_CAMERA_RECOGNITION_OBJECT_H
#define WB_CAMERA_RECOGNITION_OBJECT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int id;                   /* of the node, for the supervisor */
  double position[3];       /* m, axes of the camera */
  double orientation[4];    /* axis and angle, axes of the camera */
  double size[2];           /* m, in the plane across the view */
  int position_on_image[2]; /* pixels */
  int size_on_image[2];     /* pixels */
  int number_of_colors;
  double* colors; /* three for each colour */
  char* model;
} WbCameraRecognitionObject;

#ifdef __cplusplus
}
#endif

#endif
