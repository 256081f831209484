// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
/* What the controllers here share: checks that go on after a failure, and the exit code that tells of one. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <webots/device.h>
#include <webots/nodes.h>
#include <webots/robot.h>

#define STEP 10 /* ms; basicTimeStep of all worlds here */

static int failures = 0;

static void check(int good, const char* what, int line) {
  if (good) return;
  ++failures;
  printf("FAILED at %g s, line %d: %s\n", wb_robot_get_time(), line, what);
}

static void check_near(double value, double expected, double tolerance, const char* what, int line) {
  if (fabs(value - expected) <= tolerance) return;
  ++failures;
  printf("FAILED at %g s, line %d: %s is %.12g, not %.12g\n", wb_robot_get_time(), line, what, value, expected);
}

#define CHECK(condition) check((condition) ? 1 : 0, #condition, __LINE__)
#define NEAR(value, expected, tolerance) check_near((value), (expected), (tolerance), #value, __LINE__)
#define IS_NAN(value) check(isnan(value), #value " is NaN", __LINE__)
#define SAME(text, expected) check(!strcmp((text), (expected)), #text " is " #expected, __LINE__)

static inline WbDeviceTag device(const char* name, WbNodeType type) {
  const WbDeviceTag tag = wb_robot_get_device(name);
  CHECK(tag > 0);
  SAME(wb_device_get_name(tag), name);
  CHECK(wb_device_get_node_type(tag) == type);
  CHECK(wb_device_get_type(tag) == type);
  return tag;
}

static inline void steps(int count) {
  for (int i = 0; i < count; ++i) wb_robot_step(STEP);
}

/* The name of an image that no other run at the same time writes: runs of a batch share the controller's folder. They
   have other seeds, or begin at another time. */
static inline const char* own_image(const char* name) {
  static char names[8][96];
  static int next = 0;
  static struct timespec begin;
  char* mine = names[next++ % 8];
  const char* seed = getenv("LIGHTSOUT_SEED");
  if (begin.tv_sec == 0) clock_gettime(CLOCK_MONOTONIC, &begin);
  snprintf(mine, sizeof names[0], "%s_%s_%ld_%ld.png", name, seed ? seed : "", (long)begin.tv_sec, begin.tv_nsec);
  return mine;
}

static inline int finish(void) {
  wb_robot_cleanup();
  return failures > 0;
}

#endif
