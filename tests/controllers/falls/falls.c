/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* falls <how>: crashes below two functions of its own, with an unfinished line that was not written yet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/robot.h>

static volatile int* volatile nowhere;
static volatile int zero, kept, one = 1;

static __attribute__((noinline)) void inner(const char* how) {
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "divide")) kept = one / zero;
  *nowhere = 1;
}

static __attribute__((noinline)) int outer(const char* how) {
  inner(how);
  return zero;
}

int main(int argc, char** argv) {
  wb_robot_init();
  wb_robot_step(8);
  printf("unfinished");
  kept = outer(argc > 1 ? argv[1] : "");
  return kept;
}
