/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What an extern controller prints, where it is to go to the simulation (WEBOTS_STDOUT_REDIRECT,
 * WEBOTS_STDERR_REDIRECT): the stream leads to a file in memory, and its whole lines travel with each turn. A file
 * takes what it is given at once, so nobody waits for a reader; what was read of it is given back to the system. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "controllers/lib/connect.h"
#include "controllers/lib/session_state.h"

static bool is_asked_for(const char* variable) {
  const char* text = getenv(variable);
  return text && *text && strcmp(text, "0");
}

static void redirect(lo_prints* prints, int fd) {
  const int kept = fcntl(fd, F_DUPFD_CLOEXEC, 3), file = memfd_create("controller output", MFD_CLOEXEC);
  if (kept >= 0 && file >= 0 && fcntl(file, F_SETFL, O_APPEND) == 0 && dup2(file, fd) == fd)
    *prints = (lo_prints){.file = file, .kept = kept, .fd = fd, .is_on = true};
  else
    fprintf(stderr, "Warning: libController: descriptor %d cannot be redirected to the simulation.\n", fd);
}

void lo_redirect_prints(void) {
  fflush(stdout);
  if (is_asked_for("WEBOTS_STDOUT_REDIRECT")) redirect(&lo_current->prints[0], STDOUT_FILENO);
  if (is_asked_for("WEBOTS_STDERR_REDIRECT")) redirect(&lo_current->prints[1], STDERR_FILENO);
}

/* Whole lines, or all that there is. */
static void carry(lo_prints* prints, uint32_t stream, bool all) {
  char text[16384];
  ssize_t count;
  while ((count = pread(prints->file, text, sizeof text, prints->read)) > 0) {
    const char* end = memrchr(text, '\n', (size_t)count);
    /* A line that is longer than that is cut. */
    size_t whole = end ? (size_t)(end - text) + 1 : 0;
    if (!end && (all || count == sizeof text)) whole = (size_t)count;
    if (!whole) break;
    lo_send(LO_MESSAGE_PRINT, 0, &stream, sizeof stream, text, (uint32_t)whole);
    prints->read += (off_t)whole;
  }
  const off_t page = 4096, done = prints->read / page * page;
  if (done > prints->given_back && !fallocate(prints->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                              prints->given_back, done - prints->given_back))
    prints->given_back = done;
}

void lo_carry_prints(lo_session* session, bool all) {
  for (uint32_t i = 0; i < 2; ++i)
    if (session->prints[i].is_on) carry(&session->prints[i], i, all);
}

void lo_end_prints(lo_session* session) {
  for (int i = 0; i < 2; ++i) {
    lo_prints* prints = &session->prints[i];
    if (!prints->is_on) continue;
    prints->is_on = false;
    /* What has not travelled is seen where the controller was started. */
    char text[4096];
    ssize_t count;
    while ((count = pread(prints->file, text, sizeof text, prints->read)) > 0) {
      if (write(prints->kept, text, (size_t)count) < 0) break;
      prints->read += count;
    }
    dup2(prints->kept, prints->fd);
  }
}
