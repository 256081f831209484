/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Skins whose bones follow solids, and one whose bones the controller moves before a camera. */
#include <math.h>
#include <webots/camera.h>
#include <webots/skin.h>

#include "../check.h"

/* Pixel of the camera's 101 columns (or rows) for y (or z) of what is 2 m away. */
static int pixel(double aside) { return (int)(50.5 - aside * 50.5 / (2 * tan(0.5))); }

/* The square's edges, 1 m apart, lie `lean` to the left at the height z. */
static void check_edges(WbDeviceTag camera, double z, double lean) {
  const unsigned char* image = wb_camera_get_image(camera);
  const int row = pixel(z);
  CHECK(wb_camera_image_get_gray(image, 101, pixel(lean + 0.45), row) > 0);
  CHECK(wb_camera_image_get_gray(image, 101, pixel(lean + 0.55), row) == 0);
  CHECK(wb_camera_image_get_gray(image, 101, pixel(lean - 0.45), row) > 0);
  CHECK(wb_camera_image_get_gray(image, 101, pixel(lean - 0.55), row) == 0);
}

/* skin.dae: a square of 1 m whose lower corners follow "root", at the skin's origin, and whose upper ones follow "tip",
   0.5 m above it. */
static void move_bones(WbDeviceTag skin, WbDeviceTag camera) {
  CHECK(wb_skin_get_bone_count(skin) == 2);
  SAME(wb_skin_get_bone_name(skin, 0), "root");
  SAME(wb_skin_get_bone_name(skin, 1), "tip");
  NEAR(wb_skin_get_bone_position(skin, 1, true)[2], 0.5, 1e-6);
  wb_camera_enable(camera, 10);
  steps(2);
  for (double z = -0.4; z < 0.5; z += 0.4) check_edges(camera, z, 0);
  const double aside[] = {0, 0.6, 0.5};
  wb_skin_set_bone_position(skin, 1, aside, true);
  NEAR(wb_skin_get_bone_position(skin, 1, false)[1], 0.6, 1e-6);
  steps(1);
  /* The upper edge moves 0.6 m to the left, the lower one stays. */
  for (double z = -0.4; z < 0.5; z += 0.4) check_edges(camera, z, 0.6 * (z + 0.5));
  /* A quarter turn about x carries the tip from (0, 0.6, 0.5) to (0, -0.5, 0.6). */
  const double turn[] = {1, 0, 0, acos(0)};
  wb_skin_set_bone_orientation(skin, 0, turn, false);
  NEAR(wb_skin_get_bone_orientation(skin, 0, true)[3], acos(0), 1e-6);
  NEAR(wb_skin_get_bone_position(skin, 1, true)[1], -0.5, 1e-6);
  NEAR(wb_skin_get_bone_position(skin, 1, true)[2], 0.6, 1e-6);
  NEAR(wb_skin_get_bone_position(skin, 1, false)[1], 0.6, 1e-6);
  /* In the axes of the root, which are turned: straight up in the skin is to the right there. */
  const double up[] = {0, 0, 0.5};
  wb_skin_set_bone_position(skin, 1, up, true);
  NEAR(wb_skin_get_bone_position(skin, 1, false)[1], 0.5, 1e-6);
  /* An absolute orientation is not added to the root's. */
  const double level[] = {0, 0, 1, 0};
  wb_skin_set_bone_orientation(skin, 1, level, true);
  NEAR(wb_skin_get_bone_orientation(skin, 1, false)[3], acos(0), 1e-6);
  wb_skin_set_bone_orientation(skin, 0, level, true);
  wb_skin_set_bone_orientation(skin, 1, level, true);
  wb_skin_set_bone_position(skin, 1, up, true);
  steps(1);
  for (double z = -0.4; z < 0.5; z += 0.4) check_edges(camera, z, 0);
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag skin = device("skin", WB_NODE_SKIN), bare = device("bare", WB_NODE_SKIN);
  CHECK(wb_skin_get_bone_count(skin) == 2);
  CHECK(wb_skin_get_bone_count(bare) == 0);
  SAME(wb_skin_get_bone_name(skin, 0), "upper");
  SAME(wb_skin_get_bone_name(skin, 1), "lower");
  CHECK(wb_skin_get_bone_name(skin, 2) == NULL);
  CHECK(wb_skin_get_bone_name(bare, 0) == NULL);
  steps(1);
  const double* position = wb_skin_get_bone_position(skin, 1, false); /* in the parent bone */
  NEAR(position[0], 0, 1e-12);
  NEAR(position[1], 0, 1e-12);
  NEAR(position[2], 3, 1e-12);
  position = wb_skin_get_bone_position(skin, 1, true); /* in the skin's frame, which is the robot's */
  NEAR(position[1], 2, 1e-12);
  NEAR(position[2], 3, 1e-12);
  const double* orientation = wb_skin_get_bone_orientation(skin, 0, true);
  NEAR(orientation[2], 1, 1e-12);
  NEAR(orientation[3], 0.5, 1e-12);
  orientation = wb_skin_get_bone_orientation(skin, 1, false);
  NEAR(orientation[3], 0, 1e-12);
  CHECK(wb_skin_get_bone_position(skin, 5, true) == NULL);
  const double there[] = {1, 2, 3};
  wb_skin_set_bone_position(skin, 0, there, true); /* refused: the solids lead */
  NEAR(wb_skin_get_bone_position(skin, 0, true)[1], 2, 1e-12);
  move_bones(device("square", WB_NODE_SKIN), device("camera", WB_NODE_CAMERA));
  return finish();
}
