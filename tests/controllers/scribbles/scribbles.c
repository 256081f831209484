/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* scribbles <seed> <begin> <end>: writes random bytes over a part of the block, as a stray pointer would. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/robot.h>

int main(int argc, char** argv) {
  (void)argc;
  wb_robot_init();
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[512];
  char *begin = NULL, *end = NULL;
  while (fgets(line, sizeof line, maps))
    if (strstr(line, "lightsout-block")) sscanf(line, "%p-%p", (void**)&begin, (void**)&end);
  fclose(maps);
  if (!begin) return 9;
  srand((unsigned)atoi(argv[1]));
  const long from = atol(argv[2]), to = atol(argv[3]);
  for (int i = 0; i < 50; ++i) {
    for (char* at = begin + from; at < end && at < begin + to; ++at) *at = (char)rand();
    wb_robot_step(8);
  }
  return 0;
}
