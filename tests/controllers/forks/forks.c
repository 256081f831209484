/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* forks <way>: leaves a child behind that would live for minutes; prints its pid. "session": the child leaves the
 * group. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  (void)argc;
  wb_robot_init();
  const pid_t child = fork();
  if (child == 0) {
    if (!strcmp(argv[1], "session")) setsid();
    for (int i = 0; i < 300; ++i) sleep(1);
    _exit(0);
  }
  printf("%d\n", (int)child);
  while (wb_robot_step(8) != -1) {
  }
  return 0;
}
