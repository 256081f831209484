/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Between connect.c and connect_extern.c. */
#ifndef LIGHTSOUT_LIB_CONNECT_H
#define LIGHTSOUT_LIB_CONNECT_H

#include <stdbool.h>

#include "controllers/wire/in_process.h"
#include "controllers/wire/turn.h"

/* Descriptors. */
typedef struct {
  int block, bell;
} lo_shared;

/* Waits for a simulation as WEBOTS_CONTROLLER_URL says. What it shares, and the connection, which must stay open as
 * long as the controller lives; false after a line on stderr. *remote: it shares nothing, and the block comes over the
 * connection. */
bool lo_connect_extern(lo_shared* shared, int* connection, bool* remote);
/* A block of our own, as the connection tells it; false after a line on stderr. */
bool lo_receive_block(int connection, lo_transport* transport);
/* What the controller prints goes to the simulation, as WEBOTS_STDOUT_REDIRECT and WEBOTS_STDERR_REDIRECT say. */
void lo_redirect_prints(void);
/* When the simulation has closed the connection, the controller's wait ends as with the end of the simulation. */
void lo_watch_connection(int connection, lo_block* block, lo_seat seat);
/* The same for one that has given its turn back after that. */
void lo_end_turn_if_gone(lo_block* block);
/* It did so without a word: it was killed, or its machine cannot be reached. */
void lo_note_vanished(void);

#endif
