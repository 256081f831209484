/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The inside of a session, for session.c, device_state.c and talk.c only. */
#ifndef LIGHTSOUT_LIB_SESSION_STATE_H
#define LIGHTSOUT_LIB_SESSION_STATE_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

#include "controllers/lib/turns.h"

typedef struct {
  char* bytes;
  size_t size, capacity;
} lo_stream;

/* A warning that was given. */
typedef struct lo_said {
  struct lo_said* next;
  const char* function;
  const char* format;
  WbDeviceTag tag;
  uint64_t text; /* lo_warn_reason: of the text; else 0 */
} lo_said;

typedef struct lo_private_memory {
  struct lo_private_memory* next;
  const char* key;
  WbDeviceTag tag;
  void* owned; /* freed with it */
  _Alignas(max_align_t) char data[];
} lo_private_memory;

typedef struct lo_closing {
  struct lo_closing* next;
  void (*release)(void* memory);
  void* memory;
  void* library; /* a handle of the one that `release` is in, NULL if that stays anyway */
} lo_closing;

/* What is asked of the device table at every call, as the engine laid it out. */
typedef struct {
  int32_t kind;   /* lo_device_kind */
  uint32_t state; /* offset in the block */
} lo_known_device;

/* Bits of a word that were set or taken back in the copy. */
typedef struct {
  size_t offset;
  uint32_t set, unset;
} lo_mark_entry;

/* A stream that goes to the simulation (prints.c). */
typedef struct {
  bool is_on;
  int file, kept, fd;     /* in memory; where the stream led before; the stream's own */
  off_t read, given_back; /* up to there, of the file */
} lo_prints;
/* What was printed becomes messages: whole lines, or all. */
void lo_carry_prints(lo_session* session, bool all);
/* The streams lead where they led before. Makes system calls only. */
void lo_end_prints(lo_session* session);

struct lo_session {
  /* What a step looks at comes first, side by side. */
  lo_transport transport;
  char* view; /* what device functions read and write: the block, or the copy between step_begin and step_end */
  char* copy;
  lo_known_device* devices;
  uint32_t device_count, device_capacity; /* entries of `devices` that are there, and that there is room for */
  uint32_t touched;                       /* offset in the block */
  pid_t owner;                            /* its forks have no part in the session */
  pthread_t thread;                       /* that has made it: in process the only one whose session it is */
  pthread_t stepper;
  pthread_t waiter; /* while `waits` */
  bool waits;       /* only with __atomic_*: for an answer */
  bool is_owed;     /* an answer, the wait for which was given up */
  bool stepping;    /* between step_begin and step_end */
  int step_ms;      /* of that step */
  bool leaving;     /* only with __atomic_*: the controller ends */
  bool answered;
  unsigned step_hooks; /* a bit per lo_step_hook_number */
  int early_answer;
  lo_phase phase;
  pthread_mutex_t mutex;
  lo_stream out, in, answer;
  char* snapshot; /* as the copy was: of the first copy_size bytes, all but the boxes, which lie at the end */
  size_t copy_size;
  lo_mark_entry* marks;
  size_t mark_count, mark_capacity;
  lo_said* said;
  lo_private_memory** private_memory; /* a list per tag, and one for tags beyond the table */
  lo_closing* closing;
  lo_prints prints[2]; /* stdout, stderr */
};

#endif
