/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
#include "controllers/lib/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "controllers/lib/turns.h"

static int (*runtime)(void);
static _Thread_local bool gave_up;

void lo_ask_runtime(int (*gives_up)(void)) { __atomic_store_n(&runtime, gives_up, __ATOMIC_RELEASE); }

bool lo_is_asked(void) { return __atomic_load_n(&runtime, __ATOMIC_RELAXED) != NULL; }

int lo_gives_up(void) {
  int (*const gives_up)(void) = __atomic_load_n(&runtime, __ATOMIC_ACQUIRE);
  if (!gives_up || !gives_up()) return 0;
  gave_up = true;
  return 1;
}

bool lo_gave_up(void) { return gave_up; }
void lo_forget_given_up(void) { gave_up = false; }

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction runtime_actions[sizeof endings / sizeof *endings];
static int signal_has_come;

static void on_ending(int signal, siginfo_t* info, void* context) {
  __atomic_store_n(&signal_has_come, 1, __ATOMIC_RELAXED);
  lo_hurry();
  for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i) {
    if (endings[i] != signal) continue;
    const struct sigaction* action = &runtime_actions[i];
    if (action->sa_flags & SA_SIGINFO)
      action->sa_sigaction(signal, info, context);
    else
      action->sa_handler(signal);
  }
}

void lo_hurry_by_signals(bool here) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i) {
    struct sigaction* action = &runtime_actions[i];
    sigaddset(&set, endings[i]);
    if (sigaction(endings[i], NULL, action)) continue;
    const bool has_handler =
        action->sa_flags & SA_SIGINFO || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
    struct sigaction ours = *action;
    ours.sa_sigaction = on_ending;
    ours.sa_flags |= SA_SIGINFO;
    if (has_handler && action->sa_sigaction != on_ending) sigaction(endings[i], &ours, NULL);
  }
  if (here) pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int lo_signal_has_come(void) { return __atomic_exchange_n(&signal_has_come, 0, __ATOMIC_RELAXED); }

/* CPython: PyGILState_Ensure and _Release, PyErr_CheckSignals, _Fetch and _Restore, Py_AddPendingCall. */
typedef struct {
  int (*take_turn)(void);
  void (*give_turn)(int state);
  int (*run_handlers)(void);
  void (*take_exception)(void** type, void** value, void** traceback);
  void (*raise)(void* type, void* value, void* traceback);
  int (*call_soon)(int (*function)(void*), void* argument);
} lo_python;
static lo_python python;
static void *raised_type, *raised_value, *raised_traceback;

static int raise_again(void* unused) {
  (void)unused;
  python.raise(raised_type, raised_value, raised_traceback);
  return -1;
}

/* Python's handlers run here, in its main thread alone. What they raise, KeyboardInterrupt by default, is raised again
 * as soon as the library has returned to Python. */
static int python_gives_up(void) {
  if (gettid() != getpid()) return 0;
  const int state = python.take_turn();
  const int raises = python.run_handlers();
  if (raises) {
    python.take_exception(&raised_type, &raised_value, &raised_traceback);
    python.call_soon(raise_again, NULL);
  }
  python.give_turn(state);
  return raises;
}

/* For Python's package; NULL: Python ends. */
void lo_ask_python(const lo_python* functions) {
  if (functions) python = *functions;
  lo_ask_runtime(functions ? python_gives_up : NULL);
}
