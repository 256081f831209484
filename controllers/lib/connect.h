/* Between connect.c and connect_extern.c. */
#ifndef LIGHTSOUT_LIB_CONNECT_H
#define LIGHTSOUT_LIB_CONNECT_H

#include <stdbool.h>

#include "controllers/wire/block.h"

/* Waits for a simulation as WEBOTS_CONTROLLER_URL says. The descriptor of the block, and of the connection, which must
 * stay open as long as the controller lives; -1 after a line on stderr. */
int lo_connect_extern(int* connection);
/* When the simulation goes away without a word, the controller's wait ends as with the end of the simulation. */
void lo_watch_connection(int connection, lo_block* block);

#endif
