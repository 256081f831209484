/* Finding the engine: a launched controller inherits the block as a file descriptor, named in LIGHTSOUT_BLOCK_FD; any
 * other connects to a running simulation (connect_extern.c). */
#include "controllers/lib/connect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "controllers/lib/turns.h"
#include "controllers/wire/turn.h"

static void hand_by_futex(void* context) {
  lo_block* block = context;
  lo_give_turn(&block->turn, &block->engine_waits, LO_TURN_ENGINE);
}

static void wait_by_futex(void* context) {
  lo_block* block = context;
  lo_wait_while(&block->turn, &block->controller_waits, LO_TURN_ENGINE);
}

static bool use_block(int fd) {
  struct stat status;
  if (fstat(fd, &status) || status.st_size < (off_t)sizeof(lo_block)) {
    fprintf(stderr, "Error: libController: descriptor %d is no block of a simulation: %s.\n", fd, strerror(errno));
    return false;
  }
  lo_block* block = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (block == MAP_FAILED) {
    fprintf(stderr, "Error: libController: cannot map the simulation's block: %s.\n", strerror(errno));
    return false;
  }
  if (block->magic != LO_BLOCK_MAGIC || block->version != LO_BLOCK_VERSION) {
    fprintf(stderr,
            "Error: libController: the simulation speaks version %u of the controller block, this library %u.\n",
            block->version, LO_BLOCK_VERSION);
    munmap(block, (size_t)status.st_size);
    return false;
  }
  const lo_transport transport = {.context = block,
                                  .block = block,
                                  .size = (size_t)status.st_size,
                                  .in_process = false,
                                  .hand = hand_by_futex,
                                  .wait = wait_by_futex};
  lo_current = lo_session_new(&transport);
  return lo_current != NULL;
}

bool lo_session_connect(void) {
  const char* text = getenv("LIGHTSOUT_BLOCK_FD");
  if (!text) {
    int connection = -1;
    const int block = lo_connect_extern(&connection);
    if (block < 0 || !use_block(block)) return false;
    close(block);
    lo_watch_connection(connection, lo_current_block());
    return true;
  }
  char* end;
  const long fd = strtol(text, &end, 10);
  if (end == text || *end || fd < 0) {
    fprintf(stderr, "Error: libController: LIGHTSOUT_BLOCK_FD=\"%s\" is no descriptor.\n", text);
    return false;
  }
  unsetenv("LIGHTSOUT_BLOCK_FD"); /* a child of this controller is no controller of the robot */
  if (!use_block((int)fd)) return false;
  close((int)fd);
  return true;
}
