/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Recognition: what of an object a planar camera shows, which objects it lists, and in which order. */
#include <webots/camera.h>

#include "../check.h"

static const WbCameraRecognitionObject* find(WbDeviceTag camera, const char* model) {
  const WbCameraRecognitionObject* objects = wb_camera_recognition_get_objects(camera);
  for (int i = 0; i < wb_camera_recognition_get_number_of_objects(camera); ++i)
    if (!strcmp(objects[i].model, model)) return &objects[i];
  return NULL;
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag camera = device("camera", WB_NODE_CAMERA), largest = device("largest", WB_NODE_CAMERA);
  wb_camera_recognition_enable(camera, STEP);
  wb_camera_recognition_enable(largest, STEP);
  steps(1);

  /* The solids that hang on the robot itself are not recognized, farther ones are. */
  CHECK(!find(camera, "shoulder"));
  CHECK(find(camera, "hand"));
  /* The middle is within maxRange and half the depth: hypot(12.5, 1) < 10 + 3 < hypot(14, 2). */
  CHECK(find(camera, "long"));
  CHECK(!find(camera, "far"));
  CHECK(find(camera, "beam"));
  CHECK(!find(camera, "above"));
  CHECK(wb_camera_recognition_get_number_of_objects(camera) == 6);

  /* The outer edge is 0.2 cos 0.5 beyond the side, and moves straight onto it. */
  const WbCameraRecognitionObject* half = find(camera, "half");
  const double beyond = 0.2 * cos(0.5), side = 2 * tan(0.5);
  const double edge = side + 0.2 - beyond * cos(0.5), depth = beyond * sin(0.5);
  CHECK(half != NULL);
  if (half) {
    NEAR(half->size[0], edge - (side - 0.2), 1e-3);
    NEAR(half->size[1], 0.6, 1e-6);
    NEAR(half->position[0], 2 + depth / 2, 1e-3);
    NEAR(half->position[1], (edge + side - 0.2) / 2, 1e-3);
    NEAR(half->position[2], 0, 1e-6);
    /* To the inner edge of the box at its far end. */
    const double right = 100 * (1 - (side - 0.2) / (2 + depth) / tan(0.5));
    NEAR(half->size_on_image[0], right, 1);
    NEAR(half->position_on_image[0], right / 2, 1);
    NEAR(half->position_on_image[1], 50, 1);
  }

  /* Half of the ball is beyond the side. */
  const WbCameraRecognitionObject* ball = find(camera, "ball");
  CHECK(ball != NULL);
  if (ball) {
    NEAR(ball->size[0], 0.5, 1e-6);
    NEAR(ball->size[1], 0.25, 1e-6);
    NEAR(ball->position[2], 2 * tan(0.5) - 0.125, 1e-6);
    NEAR(ball->position_on_image[0], 100, 1);
    NEAR(ball->size_on_image[0], 199 * 0.25 / 4 / tan(0.5), 1); /* as wide as it is at its middle */
  }

  /* Without a boundingObject: the ball around the balls around the Shapes, 0.1 sqrt 3 and 0.1 in radius, 0.5 apart. */
  const WbCameraRecognitionObject* shown = find(camera, "shown");
  const double radius = (0.1 * sqrt(3) + 0.5 + 0.1) / 2;
  CHECK(shown != NULL);
  if (shown) {
    NEAR(shown->size[0], 2 * radius, 1e-9);
    NEAR(shown->size[1], 2 * radius, 1e-9);
    NEAR(shown->position[1], radius - 0.1 * sqrt(3), 1e-9);
  }

  /* The beam goes across all of the image; its corners move onto the sides. */
  const WbCameraRecognitionObject* beam = find(camera, "beam");
  CHECK(beam && beam->size_on_image[0] == 199);

  /* The largest of all, the largest first. */
  const WbCameraRecognitionObject* two = wb_camera_recognition_get_objects(largest);
  CHECK(wb_camera_recognition_get_number_of_objects(largest) == 2);
  const int first = two[0].size_on_image[0] * two[0].size_on_image[1],
            second = two[1].size_on_image[0] * two[1].size_on_image[1];
  CHECK(first > second);
  SAME(two[0].model, "half");
  SAME(two[1].model, "beam");
  return finish();
}
