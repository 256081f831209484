/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Lines on both streams, one without end, one of 200,000 characters. */
#include <stdio.h>
#include <webots/robot.h>

int main(void) {
  printf("before init\n");
  wb_robot_init();
  fprintf(stderr, "to stderr\n");
  for (int i = 0; i < 200000; ++i) putchar('x');
  printf("\n\nunfinished");
  wb_robot_step(8);
  wb_robot_cleanup();
  printf(" but complete");
  return 0;
}
