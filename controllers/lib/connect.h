/* Between connect.c and connect_extern.c. */
#ifndef LIGHTSOUT_LIB_CONNECT_H
#define LIGHTSOUT_LIB_CONNECT_H

#include <stdbool.h>

#include "controllers/wire/turn.h"

/* Descriptors. */
typedef struct {
  int block, bell;
} lo_shared;

/* Waits for a simulation as WEBOTS_CONTROLLER_URL says. What it shares, and the connection, which must stay open as
 * long as the controller lives; false after a line on stderr. */
bool lo_connect_extern(lo_shared* shared, int* connection);
/* When the simulation goes away without a word, the controller's wait ends as with the end of the simulation. */
void lo_watch_connection(int connection, lo_block* block, lo_seat seat);

#endif
