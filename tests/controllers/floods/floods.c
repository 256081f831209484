/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A million lines in one turn. */
#include <stdio.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  static char buffer[1 << 20];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  for (int i = 0; i < 1000000; ++i) printf("line %d\n", i);
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
