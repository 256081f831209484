/* Handing the turn of a block over and waiting for it, with one futex word for both sides. Nothing here spins. */
#ifndef LIGHTSOUT_WIRE_TURN_H
#define LIGHTSOUT_WIRE_TURN_H

#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "controllers/wire/block.h"

/* Gives the turn to `to`, whose `waits` flag says whether it may be asleep. The sleeper sets its flag before it looks
 * at the word for the last time, the giver changes the word before it looks at the flag: one of them sees the other. */
static inline void lo_give_turn(uint32_t* turn, uint32_t* waits, uint32_t to) {
  __atomic_store_n(turn, to, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(waits, __ATOMIC_SEQ_CST)) syscall(SYS_futex, turn, FUTEX_WAKE, 1, (void*)0, (void*)0, 0);
}

/* Sleeps while the word is the other's. A value that is neither side's ends the wait too: the caller judges it. */
static inline uint32_t lo_wait_while(uint32_t* turn, uint32_t* waits, uint32_t others) {
  uint32_t now = __atomic_load_n(turn, __ATOMIC_ACQUIRE);
  if (now != others) return now;
  __atomic_store_n(waits, 1u, __ATOMIC_SEQ_CST);
  while ((now = __atomic_load_n(turn, __ATOMIC_SEQ_CST)) == others)
    syscall(SYS_futex, turn, FUTEX_WAIT, others, (void*)0, (void*)0, 0);
  __atomic_store_n(waits, 0u, __ATOMIC_RELAXED);
  return now;
}

#endif
