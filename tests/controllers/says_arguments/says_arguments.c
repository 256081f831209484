/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Says what it was started with, and waits. */
#include "../check.h"

int main(int argc, char** argv) {
  wb_robot_init();
  printf("started with %s at %g s\n", argc > 1 ? argv[1] : "nothing", wb_robot_get_time());
  fflush(stdout);
  while (wb_robot_step(8) != -1) continue;
  wb_robot_cleanup();
  return 0;
}
