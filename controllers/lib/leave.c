/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a controller. One that runs inside the simulator's process is linked so that its own calls of exit() and
 * its relations come here too (-Wl,--wrap, resources/Makefile.controller). */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <webots/robot.h>

#include "controllers/lib/session_state.h"

bool lo_is_in_process(void) { return lo_current && lo_current->transport.in_process; }

bool lo_is_own_thread(void) { return lo_is_in_process() && pthread_equal(pthread_self(), lo_current->thread); }

static bool exits_elsewhere;

static bool is_main_thread(void) { return gettid() == getpid(); }

void lo_begin_exit(void) {
  if (!is_main_thread()) __atomic_store_n(&exits_elsewhere, true, __ATOMIC_RELEASE);
}

void lo_await_exit(void) {
  while (__atomic_load_n(&exits_elsewhere, __ATOMIC_ACQUIRE) && is_main_thread()) pause();
}

/* As a process that calls _exit(): what was asked for since the last step is lost. */
static void leave_at_once(int code) __attribute__((noreturn));
static void leave_at_once(int code) {
  if (lo_is_own_thread()) lo_current->transport.leave(lo_current->transport.context, code, true);
  _exit(code);
}

/* In a process of its own exit() calls wb_robot_cleanup() (connect.c). In process a thread that the controller has
 * started has no session: the host hears of its exit(). */
void lo_exit(int code) {
  if (!lo_is_own_thread()) exit(code);
  wb_robot_cleanup();
  lo_current->transport.leave(lo_current->transport.context, code, false);
  _exit(code);
}

void __wrap_exit(int code) __attribute__((noreturn));
void __wrap__exit(int code) __attribute__((noreturn));
void __wrap__Exit(int code) __attribute__((noreturn));
void __wrap_quick_exit(int code) __attribute__((noreturn));

void __wrap_exit(int code) { lo_exit(code & 0xff); }
void __wrap__exit(int code) { leave_at_once(code & 0xff); }
void __wrap__Exit(int code) { leave_at_once(code & 0xff); }
void __wrap_quick_exit(int code) { leave_at_once(code & 0xff); }
