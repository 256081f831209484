/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* crashes <signal>: prints an unfinished line and dies in its second turn. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  wb_robot_init();
  wb_robot_step(8);
  if (argc > 1 && write(1, "last words", 10) == 10) raise(atoi(argv[1]));
  return 0;
}
