/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Skin whose bones follow solids. */
#include <webots/skin.h>

#include "../check.h"

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
  return finish();
}
