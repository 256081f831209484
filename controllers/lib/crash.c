/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Where a controller crashed, for the simulator to report: it is left in the block, and what was printed and not yet
 * written goes out. In a process of its own only, and only if nobody else looks after crashes there. */
#include "controllers/lib/crash.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "controllers/lib/session_state.h"
#include "controllers/lib/turns.h"
#include "controllers/wire/last_words.h"

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* For a stack that has overflown. */
static char signal_stack[64 * 1024];

typedef struct {
  char* at;
  char* end;
  uintptr_t crashed_at;
  bool is_reached; /* the frames of the handler come first */
} lo_trace;

static void put(lo_trace* trace, const char* text) {
  while (*text && trace->at < trace->end) *trace->at++ = *text++;
}

/* `address` as the file has it that it is in. */
static void put_frame(lo_trace* trace, uintptr_t address) {
  struct dl_find_object found;
  char program[PATH_MAX];
  const char* file = "";
  if (!_dl_find_object((void*)address, &found) && found.dlfo_link_map) {
    address -= found.dlfo_link_map->l_addr;
    file = found.dlfo_link_map->l_name;
    if (!*file) {
      const ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
      program[size > 0 ? size : 0] = 0;
      file = program;
    }
  }
  char digits[2 * sizeof address + 1];
  char* digit = digits + sizeof digits - 1;
  *digit = 0;
  do *--digit = "0123456789abcdef"[address & 15];
  while (address >>= 4);
  /* A line is there whole or not at all. */
  if ((size_t)(trace->end - trace->at) < strlen(digit) + strlen(file) + 2) return;
  put(trace, digit);
  put(trace, " ");
  put(trace, file);
  put(trace, "\n");
}

static _Unwind_Reason_Code visit(struct _Unwind_Context* context, void* data) {
  lo_trace* trace = data;
  int is_exact = 0;
  const uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
  if (!address) return _URC_END_OF_STACK;
  if (!trace->is_reached) {
    trace->is_reached = address == trace->crashed_at;
    return _URC_NO_REASON;
  }
  /* A return address is that of the next instruction. */
  put_frame(trace, is_exact ? address : address - 1);
  return _URC_NO_REASON;
}

/* Where the block has LO_CRASH_SIZE bytes for it, NULL if nowhere. */
static char* place_of_words(void) {
  lo_block* block = lo_is_session_owner() ? lo_current->transport.block : NULL;
  const size_t size = lo_current ? lo_current->transport.size : 0;
  return block && block->crash && block->crash <= size && size - block->crash >= LO_CRASH_SIZE
             ? (char*)block + block->crash
             : NULL;
}

void lo_leave_in_order(void) {
  static bool has_left;
  char* words = place_of_words();
  if (!words || lo_is_in_process() || __atomic_exchange_n(&has_left, true, __ATOMIC_SEQ_CST)) return;
  strcpy(words, LO_LEFT_IN_ORDER);
  if (lo_current->transport.crash) lo_current->transport.crash(lo_current->transport.context);
}

/* System calls and the unwinder only: the heap may be damaged. */
static void on_crash(int signal, siginfo_t* info, void* context) {
  lo_block* block = lo_is_session_owner() ? lo_current->transport.block : NULL;
  char* const begin = place_of_words();
  if (begin) {
    lo_trace trace = {begin, begin + LO_CRASH_SIZE - 1, 0, false};
#if defined(__x86_64__)
    trace.crashed_at = (uintptr_t)((ucontext_t*)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    trace.crashed_at = (uintptr_t)((ucontext_t*)context)->uc_mcontext.pc;
#endif
    put_frame(&trace, trace.crashed_at);
    *trace.at = 0; /* so much is there even if the stack is damaged and unwinding it crashes too */
    _Unwind_Backtrace(visit, &trace);
    *trace.at = 0;
    if (lo_current->transport.crash) lo_current->transport.crash(lo_current->transport.context);
  }
  const size_t pending = __fpending(stdout);
  if (block && pending && write(1, stdout->_IO_write_base, pending) < 0) _exit(128 + signal);
  if (block) lo_end_prints(lo_current);
  /* By default it ends the process: at the same instruction, or now if it was sent. */
  if (info->si_code <= 0 || signal == SIGABRT) raise(signal);
}

void lo_watch_crashes(void) {
  stack_t stack = {.ss_flags = SS_DISABLE};
  if (!sigaltstack(NULL, &stack) && (stack.ss_flags & SS_DISABLE)) {
    stack = (stack_t){.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    sigaltstack(&stack, NULL);
  }
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND)};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof crash_signals / sizeof *crash_signals; ++i) {
    struct sigaction before;
    if (!sigaction(crash_signals[i], NULL, &before) && !(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_DFL)
      sigaction(crash_signals[i], &action, NULL);
  }
}
