/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What was otherwise in Webots 5: a controller gave its functions to robot_live() and robot_run(), and was ended by the
 * simulator, so that it asked no step whether it was the last. */
#ifndef DEVICE_BY_HAND_ROBOT_H
#define DEVICE_BY_HAND_ROBOT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
/* What robot_die() was given. */
__attribute__((weak)) void (*device_die)(void);
#ifdef __cplusplus
}
#endif

/* `die` is called when the simulation is over, before the controller ends. */
static inline void robot_die(void (*die)(void)) { device_die = die; }

/* Ends the controller where the simulation is over. [duration: ms] */
static inline int device_robot_step(int duration) {
  const int answer = wb_robot_step(duration);
  ++device_steps;
  if (answer == -1) {
    if (device_die) device_die();
    wb_robot_cleanup();
    exit(EXIT_SUCCESS);
  }
  if (device_after_step) device_after_step();
  return answer;
}
#define robot_step device_robot_step

/* Connects to the simulation; `reset` gets the devices and enables sensors. */
static inline void robot_live(void (*reset)(void)) {
  wb_robot_init();
  if (reset) reset();
}

/* Calls `run` for ever, with the ms since its last call; it answers after how many more it wants the next. The first
 * call is after one basic time step, so that sensors have measured. */
static inline void robot_run(int (*run)(int)) {
  int duration = (int)wb_robot_get_basic_time_step();
  for (;;) {
    device_robot_step(duration);
    duration = run(duration);
  }
}

/* As printf(). */
static inline void robot_console_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  fflush(stdout);
}

static inline void robot_console_print(const char* text) {
  fputs(text, stdout);
  fflush(stdout);
}

#endif
