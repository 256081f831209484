/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A controller that shares no memory with the simulation: on another machine, or in a container. Both sides keep a
 * block of their own and, of the block up to its boxes, the image that the other one has. Over one TCP connection
 * travel, by turns, the differences (wire/difference.h), what is in the sender's box, and the images and clouds that
 * are new. Both sides have the same version of the block, and so one byte order and one alignment.
 *
 * The caller sends a lo_extern_hello (wire/extern.h), and is answered with a status; with LO_EXTERN_REMOTE the frames
 * follow: START, then SAID and TOLD by turns, until one side closes the connection. The controller's first turn has
 * begun with START. A frame is a lo_remote_frame and `size` bytes:
 *
 *   START  lo_remote_start, and the image
 *   TOLD   uint32 count; of each image or cloud: uint32 offset in the block, uint32 size, the bytes;
 *          uint32 size, the difference; uint32 size, what is in to_controller
 *   SAID   uint32 size, the difference; uint32 size, what is in to_engine
 *   END    nothing: the simulation is over, and the connection ends. It may come when the controller has its turn
 *   CRASH  what lo_block.crash would hold, without NUL: the controller has crashed, and the connection ends
 *
 * Each side checks every number that comes: a frame that does not fit ends the connection. */
#ifndef LIGHTSOUT_WIRE_REMOTE_H
#define LIGHTSOUT_WIRE_REMOTE_H

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/socket.h>

#include "controllers/wire/difference.h"

enum { LO_REMOTE_START = 1, LO_REMOTE_TOLD = 2, LO_REMOTE_SAID = 3, LO_REMOTE_CRASH = 4, LO_REMOTE_END = 5 };

typedef struct {
  uint32_t size; /* of what follows */
  uint32_t kind; /* LO_REMOTE_... */
  uint32_t turn; /* of TOLD, counted from 1; SAID answers the TOLD of that number, 0: the START */
} lo_remote_frame;

typedef struct {
  uint32_t block_size;
  uint32_t image_size; /* where the boxes begin */
} lo_remote_start;

/* Small frames go at once; a machine that has vanished is asked, and noticed within half a minute. */
static inline void lo_prepare_connection(int fd) {
  const int options[][3] = {{IPPROTO_TCP, TCP_NODELAY, 1},   {SOL_SOCKET, SO_KEEPALIVE, 1},
                            {IPPROTO_TCP, TCP_KEEPIDLE, 10}, {IPPROTO_TCP, TCP_KEEPINTVL, 5},
                            {IPPROTO_TCP, TCP_KEEPCNT, 4},   {IPPROTO_TCP, TCP_USER_TIMEOUT, 30000}};
  for (unsigned i = 0; i < sizeof options / sizeof *options; ++i)
    setsockopt(fd, options[i][0], options[i][1], &options[i][2], sizeof options[i][2]);
}

/* Nothing has come of the other machine for so long that it has not been asked either: our own link is down, where the
 * system would wait for ever. */
static inline int lo_has_vanished(int fd) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  const uint32_t longest_ms = 40000;
  return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_last_data_recv > longest_ms &&
         info.tcpi_last_ack_recv > longest_ms;
}

/* What a SAID can take at most, for an image and a box of these sizes. */
static inline uint64_t lo_most_said(uint64_t image_size, uint64_t box_capacity) {
  return lo_most_difference(image_size) + box_capacity + 2 * sizeof(uint32_t);
}

/* The head of a block's image as a peer says it: the boxes lie one behind the other behind the image, and all lies in
 * the block. */
static inline int lo_is_image_head(const lo_block* head, uint64_t image_size, uint64_t block_size) {
  const lo_box *first = &head->to_engine, *second = &head->to_controller;
  return image_size % 8 == 0 && image_size >= sizeof *head && image_size <= block_size && head->size <= block_size &&
         first->offset == image_size && first->offset <= block_size && first->capacity <= block_size - first->offset &&
         second->offset >= image_size && second->offset <= block_size &&
         second->capacity <= block_size - second->offset && head->devices <= image_size &&
         head->device_count <= (image_size - head->devices) / sizeof(lo_device) && head->touched <= image_size &&
         (head->device_count + 31) / 32 <= (image_size - head->touched) / sizeof(uint32_t);
}

#endif
