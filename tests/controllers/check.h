// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
/* For test controllers that check what they read: the first thing that is not so ends them with 1. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/robot.h>

#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("line %d: not so: %s\n", __LINE__, #condition); \
      fflush(stdout);                                        \
      exit(1);                                               \
    }                                                        \
  } while (0)

static inline int near(double a, double b) { return fabs(a - b) < 1e-9; }
static inline void step(int n) {
  for (int i = 0; i < n; ++i) CHECK(wb_robot_step(8) != -1);
}
