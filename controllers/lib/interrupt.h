/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that come while the library waits: for a simulation, for its turn. The handlers of a language's runtime only
 * note them, and the runtime acts when its own code runs, which it does not while its thread waits in here. So the
 * runtime is asked. Nobody is asked in C: a handler of the program's own runs, and the wait goes on. Internal, not
 * installed. */
#ifndef LIGHTSOUT_LIB_INTERRUPT_H
#define LIGHTSOUT_LIB_INTERRUPT_H

#include <stdbool.h>

#include "controllers/wire/turn.h"

/* From now on threads that wait ask it, when a signal came, and each LO_ASK_MS: not 0, the wait is to be given up. What
 * was waited for may be waited for again. NULL: nobody is asked. */
void lo_ask_runtime(int (*gives_up)(void));
/* There is somebody to ask. */
bool lo_is_asked(void);
/* Asks. */
int lo_gives_up(void);
/* For a runtime that ends its process by SIGINT, SIGTERM and SIGHUP later, or from another thread: a handler goes
 * before each of its own, after which the end of the process waits for no thread (lo_hurry). `here`: they come to this
 * thread, where the runtime has blocked them for it. */
void lo_hurry_by_signals(bool here);
/* To be asked after that: a signal has come, once. */
int lo_signal_has_come(void);
/* A wait of this thread was given up since lo_forget_given_up(). */
bool lo_gave_up(void);
void lo_forget_given_up(void);

#endif
