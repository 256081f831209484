/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* exits <steps> <code> [cleanup]: ends after some steps. */
#include <stdlib.h>
#include <string.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  wb_robot_init();
  for (int i = 0; i < atoi(argv[1]); ++i) wb_robot_step(8);
  if (argc > 3 && !strcmp(argv[3], "cleanup")) wb_robot_cleanup();
  return atoi(argv[2]);
}
