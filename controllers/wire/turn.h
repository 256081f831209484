/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Handing the turn of a block over and waiting for it. The engine sleeps on the block's own word. Controllers sleep on
 * the words of a bell, a piece of memory that all controllers of a simulation share: each has a seat there, a bit of a
 * word, so that one system call wakes any of the 32 that sleep on the same word, and nobody else. Nothing here spins.
 *
 * Whoever sleeps sets its flag (`waits`) before it looks at the turn for the last time, the giver changes the turn
 * before it looks at the flag: one of them sees the other. */
#ifndef LIGHTSOUT_WIRE_TURN_H
#define LIGHTSOUT_WIRE_TURN_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "controllers/wire/block.h"

#define LO_BELL_SEATS 32768u /* of a bell, uint32_t[LO_BELL_SEATS / 32] */

typedef struct {
  uint32_t* word;
  uint32_t bit;
} lo_seat;

static inline lo_seat lo_seat_at(uint32_t* bell, uint32_t number) {
  const lo_seat seat = {bell + number % LO_BELL_SEATS / 32, 1u << number % 32};
  return seat;
}

/* Wakes those of a word's sleepers whose bits these are. */
static inline void lo_ring(uint32_t* word, uint32_t bits) {
  __atomic_add_fetch(word, 1u, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, word, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL, bits);
}

/* Gives the turn to the controller; true: it may be asleep, and its seat must be rung. */
static inline int lo_give_controller(lo_block* block) {
  __atomic_store_n(&block->turn, (uint32_t)LO_TURN_CONTROLLER, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&block->controller_waits, __ATOMIC_SEQ_CST) != 0;
}

/* The controller's wait. A value of the turn that is neither side's ends it too: the engine judges it. `gives_up`, if
 * it is not NULL, is asked when a signal came, and LO_ASK_MS after the last time: a signal may come just before the
 * sleep. 0: the wait was given up, and the engine still has the turn. */
#define LO_ASK_MS 250
static inline int lo_wait_as_controller(lo_block* block, lo_seat seat, int (*gives_up)(void)) {
  if (__atomic_load_n(&block->turn, __ATOMIC_ACQUIRE) != LO_TURN_ENGINE) return 1;
  int has_turn = 1;
  __atomic_store_n(&block->controller_waits, 1u, __ATOMIC_SEQ_CST);
  for (;;) {
    const uint32_t rung = __atomic_load_n(seat.word, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&block->turn, __ATOMIC_SEQ_CST) != LO_TURN_ENGINE) break;
    struct timespec until = {0, 0};
    if (gives_up) {
      clock_gettime(CLOCK_MONOTONIC, &until);
      until.tv_nsec += LO_ASK_MS * 1000000l;
      until.tv_sec += until.tv_nsec / 1000000000l;
      until.tv_nsec %= 1000000000l;
    }
    const long slept = syscall(SYS_futex, seat.word, FUTEX_WAIT_BITSET, rung, gives_up ? &until : NULL, NULL, seat.bit);
    if (slept == 0 || !gives_up || (errno != EINTR && errno != ETIMEDOUT) || !gives_up()) continue;
    has_turn = __atomic_load_n(&block->turn, __ATOMIC_SEQ_CST) != LO_TURN_ENGINE;
    break;
  }
  __atomic_store_n(&block->controller_waits, 0u, __ATOMIC_RELAXED);
  return has_turn;
}

/* Gives the turn to the engine, and wakes it. */
static inline void lo_give_engine(lo_block* block) {
  __atomic_store_n(&block->turn, (uint32_t)LO_TURN_ENGINE, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&block->engine_waits, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &block->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* The engine sleeps once while the controller has the turn, at most so long; NULL: without a limit. A signal, or no
 * reason at all, may end it. */
static inline void lo_sleep_as_engine(lo_block* block, const struct timespec* at_most) {
  __atomic_store_n(&block->engine_waits, 1u, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &block->turn, FUTEX_WAIT, LO_TURN_CONTROLLER, at_most, NULL, 0);
  __atomic_store_n(&block->engine_waits, 0u, __ATOMIC_RELAXED);
}

#endif
