/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a youBot by the keyboard. Arrows: ahead, back, and turns; with Shift left and right: sideways. Digits 1 to 5
 * choose a joint of the arm, Page up and Page down move it. Space: stop. Until a key comes the robot stands with its
 * arm folded. */
#include <math.h>
#include <stdio.h>
#include <webots/keyboard.h>
#include <webots/motor.h>
#include <webots/robot.h>

#define WHEELS 4
#define JOINTS 5
#define CRUISE 4.0      /* rad/s, of the wheels */
#define JOINT_STEP 0.05 /* rad */

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  WbDeviceTag wheels[WHEELS], joints[JOINTS];
  double pose[JOINTS];
  char name[16];
  for (int i = 0; i < WHEELS; ++i) {
    snprintf(name, sizeof name, "wheel%d", i + 1);
    wheels[i] = wb_robot_get_device(name);
    wb_motor_set_position(wheels[i], INFINITY);
    wb_motor_set_velocity(wheels[i], 0);
  }
  for (int i = 0; i < JOINTS; ++i) {
    snprintf(name, sizeof name, "arm%d", i + 1);
    joints[i] = wb_robot_get_device(name);
    pose[i] = wb_motor_get_target_position(joints[i]);
  }
  wb_keyboard_enable(step);
  int chosen = 0;
  while (wb_robot_step(step) != -1) {
    for (int key = wb_keyboard_get_key(); key >= 0; key = wb_keyboard_get_key()) {
      /* Mecanum wheels: front right, front left, back right, back left. */
      double ahead = 0, aside = 0, turn = 0;
      int drives = 1;
      if (key == WB_KEYBOARD_UP)
        ahead = 1;
      else if (key == WB_KEYBOARD_DOWN)
        ahead = -1;
      else if (key == WB_KEYBOARD_LEFT)
        turn = 1;
      else if (key == WB_KEYBOARD_RIGHT)
        turn = -1;
      else if (key == (WB_KEYBOARD_LEFT | WB_KEYBOARD_SHIFT))
        aside = 1;
      else if (key == (WB_KEYBOARD_RIGHT | WB_KEYBOARD_SHIFT))
        aside = -1;
      else if (key != ' ')
        drives = 0;
      if (drives) {
        const double speeds[WHEELS] = {ahead + aside + turn, ahead - aside - turn, ahead - aside + turn,
                                       ahead + aside - turn};
        for (int i = 0; i < WHEELS; ++i) wb_motor_set_velocity(wheels[i], CRUISE * speeds[i]);
      }
      if (key >= '1' && key < '1' + JOINTS) chosen = key - '1';
      if (key == WB_KEYBOARD_PAGEUP || key == WB_KEYBOARD_PAGEDOWN) {
        pose[chosen] += key == WB_KEYBOARD_PAGEUP ? JOINT_STEP : -JOINT_STEP;
        wb_motor_set_position(joints[chosen], pose[chosen]);
      }
    }
  }
  wb_robot_cleanup();
  return 0;
}
