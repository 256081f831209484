/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Writes zeros over all of its block, and goes on as if nothing had happened. */
#include <stdio.h>
#include <string.h>
#include <webots/robot.h>

int main(void) {
  wb_robot_init();
  wb_robot_step(8);
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[512];
  char *begin = NULL, *end = NULL;
  while (fgets(line, sizeof line, maps))
    if (strstr(line, "lightsout-block")) sscanf(line, "%p-%p", (void**)&begin, (void**)&end);
  fclose(maps);
  memset(begin, 0, (size_t)(end - begin));
  for (;;) wb_robot_step(8);
}
