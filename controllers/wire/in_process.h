/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What a host and libController.so agree on when controllers run inside the simulator's own process, each on a stack of
 * its own. The host loads the library once, makes a session per robot with lo_session_new, and sets *lo_current before
 * it lets a controller run. Found by name (dlsym). */
#ifndef LIGHTSOUT_WIRE_IN_PROCESS_H
#define LIGHTSOUT_WIRE_IN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "controllers/wire/block.h"

/* How a session's turns go over and come back; `hand` returns at once, `wait` when the engine has answered, or false:
 * the wait was given up (lib/interrupt.h), and the answer is still to come. */
typedef struct {
  void* context;
  lo_block* block;
  size_t size;        /* mapped bytes */
  bool in_process;    /* other sessions live in this process: nothing may end it, and there is one thread */
  bool is_remote;     /* the engine writes to a block of its own (wire/remote.h) */
  const char* folder; /* in process only: the controller's, absolute; the working directory is the simulator's */
  void (*hand)(void* context);
  bool (*wait)(void* context);
  /* In process only, instead of exit(), or where `at_once` _exit(): does not return. */
  void (*leave)(void* context, int code, bool at_once);
  /* May be NULL. The controller has crashed, and its last words are in the block; called in a handler of a signal. */
  void (*crash)(void* context);
} lo_transport;

typedef struct lo_session lo_session;

typedef lo_session* lo_session_new_function(const lo_transport* transport); /* "lo_session_new" */
typedef void lo_session_delete_function(lo_session* session);               /* "lo_session_delete" */
typedef void lo_exit_function(int code); /* "lo_exit": at the end of main, on the controller's stack */

#endif
