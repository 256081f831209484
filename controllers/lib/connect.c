/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Finding the engine: a launched controller inherits its block and the bell as file descriptors, named in
 * LIGHTSOUT_BLOCK_FD and LIGHTSOUT_BELL_FD; any other connects to a running simulation (connect_extern.c). */
#include "controllers/lib/connect.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <webots/robot.h>

#include "controllers/lib/crash.h"
#include "controllers/lib/interrupt.h"
#include "controllers/lib/turns.h"
#include "controllers/wire/turn.h"
#include "controllers/wire/version.h"

/* This process's own. */
static lo_seat own_seat;

static int engine_has_vanished;

void lo_note_vanished(void) {
  if (__atomic_exchange_n(&engine_has_vanished, 1, __ATOMIC_SEQ_CST)) return;
  fprintf(stderr, "libController: the simulation has gone away, or its machine cannot be reached.\n");
}

bool lo_engine_has_vanished(void) { return __atomic_load_n(&engine_has_vanished, __ATOMIC_SEQ_CST); }

static void hand_by_futex(void* block) { lo_give_engine(block); }

static bool wait_by_futex(void* block) {
  lo_end_turn_if_gone(block);
  return lo_wait_as_controller(block, own_seat, lo_is_asked() ? lo_gives_up : NULL);
}

/* Maps all of the memory file; NULL after a line on stderr. */
static void* map(int fd, size_t at_least, const char* what, size_t* size) {
  struct stat status;
  if (fstat(fd, &status) || status.st_size < (off_t)at_least) {
    fprintf(stderr, "Error: libController: descriptor %d is no %s of a simulation.\n", fd, what);
    return NULL;
  }
  *size = (size_t)status.st_size;
  void* memory = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED) return memory;
  fprintf(stderr, "Error: libController: cannot map the simulation's %s: %s.\n", what, strerror(errno));
  return NULL;
}

static void clean_up_at_exit(void) {
  lo_begin_exit();
  wb_robot_cleanup();
}

static bool begin_session(const lo_transport* transport) {
  lo_current = lo_session_new(transport);
  if (!lo_current) return false;
  atexit(clean_up_at_exit); /* for the end of main() and exit() */
  lo_watch_crashes();
  return true;
}

static bool use(lo_shared shared) {
  size_t size, bell_size;
  lo_block* block = map(shared.block, sizeof(lo_block), "block", &size);
  if (!block) return false;
  if (block->magic != LO_BLOCK_MAGIC || block->version != LO_BLOCK_VERSION) {
    fprintf(stderr,
            "Error: libController: the simulation speaks version %08x of the controller block, this library %08x.\n",
            block->version, LO_BLOCK_VERSION);
    munmap(block, size);
    return false;
  }
  uint32_t* bell = map(shared.bell, LO_BELL_SEATS / 8, "bell", &bell_size);
  if (!bell) return false;
  own_seat = lo_seat_at(bell, block->seat);
  const lo_transport transport = {
      .context = block, .block = block, .size = size, .hand = hand_by_futex, .wait = wait_by_futex};
  return begin_session(&transport);
}

static bool use_remote(int connection) {
  lo_transport transport;
  return lo_receive_block(connection, &transport) && begin_session(&transport);
}

/* The descriptor that the variable names; false after a line on stderr. The variable goes: a child of this controller
 * is no controller of the robot. */
static bool inherited(const char* variable, int* fd) {
  const char* text = getenv(variable);
  char* end = NULL;
  const long value = text ? strtol(text, &end, 10) : -1;
  if (!text || end == text || *end || value < 0 || value > INT_MAX) {
    fprintf(stderr, "Error: libController: %s=\"%s\" is no descriptor.\n", variable, text ? text : "");
    return false;
  }
  *fd = (int)value;
  unsetenv(variable);
  return true;
}

bool lo_session_connect(void) {
  const bool launched = getenv("LIGHTSOUT_BLOCK_FD") != NULL;
  lo_shared shared;
  int connection = -1;
  bool remote = false;
  if (launched ? !inherited("LIGHTSOUT_BLOCK_FD", &shared.block) || !inherited("LIGHTSOUT_BELL_FD", &shared.bell)
               : !lo_connect_extern(&shared, &connection, &remote))
    return false;
  if (remote ? !use_remote(connection) : !use(shared)) return false;
  if (!remote) {
    close(shared.block);
    close(shared.bell);
  }
  if (launched) return true;
  if (!remote) lo_watch_connection(connection, lo_current_block(), own_seat);
  lo_redirect_prints();
  return true;
}
