/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* unmaps <way>: takes its own memory of the block away, or tries to shrink what both share. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  (void)argc;
  if (!strcmp(argv[1], "shrink")) {
    printf("shrink %d\n", ftruncate(3, 0));
    wb_robot_init();
    wb_robot_step(8);
    wb_robot_cleanup();
    return 0;
  }
  wb_robot_init();
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[512];
  char *begin = NULL, *end = NULL;
  while (fgets(line, sizeof line, maps))
    if (strstr(line, "lightsout-block")) sscanf(line, "%p-%p", (void**)&begin, (void**)&end);
  fclose(maps);
  munmap(begin, (size_t)(end - begin));
  wb_robot_step(8);
  return 0;
}
