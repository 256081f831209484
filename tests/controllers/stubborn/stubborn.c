/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Goes on after the simulation has said that it is over: once by stepping again, which must end it; with an argument by
 * not stepping at all. */
#include <stdio.h>
#include <unistd.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  (void)argv;
  wb_robot_init();
  while (wb_robot_step(8) != -1) {
  }
  printf("told\n");
  if (argc > 1)
    for (;;) pause();
  wb_robot_step(8);
  printf("not reached\n");
  return 5;
}
