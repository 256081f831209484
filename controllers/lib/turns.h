/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The turns of a session: what robot.c needs beyond session.h, and what a host in the same process uses to give a robot
 * its own session. Internal, not installed. */
#ifndef LIGHTSOUT_LIB_TURNS_H
#define LIGHTSOUT_LIB_TURNS_H

#include "controllers/lib/session.h"
#include "controllers/wire/in_process.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The session that the library's functions mean; NULL before wb_robot_init. Only a host in the same process changes it.
 */
extern lo_session* lo_current;

lo_session* lo_session_new(const lo_transport* transport);
void lo_session_delete(lo_session* session);

lo_block* lo_current_block(void);
/* There is a session, and it is not that of the process that forked this one. */
bool lo_is_session_owner(void);

/* false, and a line on stderr that says why, if there is no engine to be found. */
bool lo_session_connect(void);
/* The engine went away without saying that the simulation is over. */
bool lo_engine_has_vanished(void);

typedef enum {
  LO_RUNNING,
  LO_ENDING, /* the engine said so during an immediate request: the next step returns -1 */
  LO_ENDED   /* a step has returned -1 (or wb_robot_cleanup was called): the next one exits */
} lo_phase;
lo_phase lo_session_phase(void);
void lo_session_set_phase(lo_phase phase);

/* Instead of an answer: the wait for it was given up (interrupt.h). It is waited for before anything else is asked. */
enum { LO_NO_ANSWER = -2 };

/* Sends a step request. If `overlaps`, the library works on a copy of the block until lo_step_end has the answer, so
 * that commands that are given meanwhile wait for the next request, and readings do not move. */
void lo_step_begin(int step_ms, bool overlaps);
/* The engine's answer: LO_ANSWER_..., or LO_NO_ANSWER: the step goes on, and is to be ended again. */
int lo_step_end(void);
bool lo_stepping(void);
/* ms, of the step that was begun last. */
int lo_step_duration(void);
/* Ends a step, the wait for which was given up, as wb_robot_step() does: something else is asked. Still owed if this
 * wait was given up too. */
void lo_end_owed_step(void);
/* An answer is to come, the wait for which was given up. */
bool lo_is_owed_answer(void);
/* This thread waits for an answer: who asks is a handler of a signal. */
bool lo_is_waiting_here(void);
/* Before its first turn ends a controller runs beside the engine. From here on the engine waits for it: what else the
 * engine reads, readings among it, may be written. */
void lo_have_engine_wait(void);
/* What lo_call_at_step was called with: a bit each. */
unsigned lo_step_hooks(void);
/* From now on threads that step are to end, and do not keep the one that ends the controller from its goodbye. */
void lo_leave(void);
bool lo_is_leaving(void);
/* Tells the engine that this controller ends; there is no answer. */
void lo_say_goodbye(void);

bool lo_is_in_process(void);
/* In process, and the thread is the one that the controller's main() runs in. */
bool lo_is_own_thread(void);
/* exit() of this controller alone, after wb_robot_cleanup(): all of the process that it has to itself, or its part of a
 * shared one. */
void lo_exit(int code) __attribute__((noreturn));

/* exit() has begun, in this thread. */
void lo_begin_exit(void);
/* If main()'s thread comes here while another one has called exit(), it stays here until the process has ended: main()
 * would return, and its code could become that of the process. Other threads come back: a destructor may join them. */
void lo_await_exit(void);

/* A signal ends this process: its end does not wait for a thread that waits for its turn. May be called by handlers. */
void lo_hurry(void);
bool lo_is_in_hurry(void);

/* Recursive; held by whoever exchanges turns. */
void lo_lock(void);
bool lo_try_lock(void);
void lo_unlock(void);

#ifdef __cplusplus
}
#endif

#endif
