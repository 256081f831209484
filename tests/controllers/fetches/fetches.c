/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Times what a supervisor does, for tests/bench/supervisor_bench: the world has solids B0 to B99. Prints microseconds:
 * a field get, a step, and a step in which it sets a hundred translations; the best of some batches each. */
#include <stdio.h>
#include <time.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

enum { count = 100, batches = 60, gets = 200, steps = 20 };

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static WbFieldRef fields[count];
static double y = 0;

static void get(void) { wb_supervisor_field_get_sf_vec3f(fields[7]); }
static void step(void) { wb_robot_step(8); }
static void set_and_step(void) {
  y += 1e-3;
  for (int i = 0; i < count; ++i) {
    const double position[3] = {i, y, 0};
    wb_supervisor_field_set_sf_vec3f(fields[i], position);
  }
  wb_robot_step(8);
}

static double best_of(void (*act)(void), int times) {
  double best = 1e9;
  for (int batch = 0; batch < batches; ++batch) {
    const double start = now_us();
    for (int i = 0; i < times; ++i) act();
    const double took = (now_us() - start) / times;
    if (took < best) best = took;
  }
  return best;
}

int main(void) {
  wb_robot_init();
  for (int i = 0; i < count; ++i) {
    char def[8];
    snprintf(def, sizeof def, "B%d", i);
    fields[i] = wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), "translation");
  }
  wb_robot_step(8);
  printf("%g %g %g\n", best_of(get, gets), best_of(step, steps), best_of(set_and_step, steps));
  wb_supervisor_simulation_quit(0);
  wb_robot_step(8);
  wb_robot_cleanup();
  return 0;
}
