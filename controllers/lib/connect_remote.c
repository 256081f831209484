/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Turns with a simulation that shares no memory with us (wire/remote.h): the block is our own, and what the engine has
 * of it is in an image beside it. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "controllers/lib/connect.h"
#include "controllers/lib/interrupt.h"
#include "controllers/wire/block.h"
#include "controllers/wire/message.h"
#include "controllers/wire/remote.h"
#include "controllers/wire/version.h"

typedef struct {
  int connection;
  char* block;
  uint64_t block_size, image_size;
  lo_box to_engine, to_controller; /* where they are; what the block says later is not trusted */
  char* image;                     /* that the engine has */
  char* frame;                     /* room for one of ours, and for a difference of the engine's */
  uint64_t room;
  uint32_t turn;
  bool is_over; /* the engine has said so */
} Remote;

static bool send_all(int fd, const void* bytes, size_t size) {
  const char* at = bytes;
  while (size) {
    const ssize_t count = send(fd, at, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    at += count;
    size -= (size_t)count;
  }
  return true;
}

/* Until there is something to receive, or an end; false: the wait was given up. A frame that has begun is received to
 * its end, which is a matter of the network. */
static bool wait_for_frame(int fd) {
  if (!lo_is_asked()) return true;
  struct pollfd polled = {.fd = fd, .events = POLLIN};
  while (poll(&polled, 1, LO_ASK_MS) <= 0) {
    if (lo_gives_up()) return false;
    if (lo_has_vanished(fd)) break;
  }
  return true;
}

static bool receive_all(int fd, void* bytes, size_t size) {
  char* at = bytes;
  while (size) {
    const ssize_t count = recv(fd, at, size, MSG_WAITALL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && !lo_has_vanished(fd)) continue;
    if (count <= 0) return false;
    at += count;
    size -= (size_t)count;
  }
  return true;
}

/* So many bytes of a frame that are left; false if there are fewer. */
static bool take(const Remote* self, uint64_t* left, void* bytes, uint64_t size) {
  if (size > *left) return false;
  *left -= size;
  return receive_all(self->connection, bytes, size);
}

static bool take_number(const Remote* self, uint64_t* left, uint32_t* number) {
  return take(self, left, number, sizeof *number);
}

/* If nothing can be sent, the answer does not come either. */
static void hand_over_connection(void* context) {
  Remote* self = context;
  const lo_box* box = &((const lo_block*)(void*)self->block)->to_engine;
  lo_remote_frame* head = (lo_remote_frame*)(void*)self->frame;
  char* at = self->frame + sizeof *head;
  const uint32_t difference =
      (uint32_t)lo_write_difference(self->block, self->image, self->image_size, at + sizeof difference);
  memcpy(at, &difference, sizeof difference);
  at += sizeof difference + difference;
  const uint32_t said = box->size < self->to_engine.capacity ? box->size : self->to_engine.capacity;
  memcpy(at, &said, sizeof said);
  memcpy(at + sizeof said, self->block + self->to_engine.offset, said);
  at += sizeof said + said;
  *head = (lo_remote_frame){(uint32_t)(at - (char*)(head + 1)), LO_REMOTE_SAID, self->turn};
  send_all(self->connection, self->frame, (size_t)(at - self->frame));
}

static bool take_bulks(Remote* self, uint64_t* left) {
  uint32_t count, place[2];
  if (!take_number(self, left, &count)) return false;
  for (; count; --count) {
    if (!take(self, left, place, sizeof place)) return false;
    if (place[0] < self->image_size || place[0] > self->block_size || place[1] > self->block_size - place[0])
      return false;
    if (!take(self, left, self->block + place[0], place[1])) return false;
  }
  return true;
}

/* A word of the engine's. Where a thread of this controller has written meanwhile, what it wrote is a command for the
 * next turn; of the bits that say which devices were touched, those that the engine has changed are changed. */
static void merge(Remote* self, uint64_t offset, uint32_t now) {
  const lo_block* head = (const lo_block*)(const void*)self->block;
  uint32_t* word = (uint32_t*)(void*)(self->block + offset);
  uint32_t* known = (uint32_t*)(void*)(self->image + offset);
  const bool is_touched =
      offset >= head->touched && offset - head->touched < (head->device_count + LO_SPARE_DEVICES + 31) / 32 * 4;
  if (is_touched)
    __atomic_fetch_xor(word, *known ^ now, __ATOMIC_RELAXED);
  else if (__atomic_load_n(word, __ATOMIC_RELAXED) == *known)
    __atomic_store_n(word, now, __ATOMIC_RELAXED);
  *known = now;
}

static bool take_difference(Remote* self, uint64_t* left) {
  uint32_t size, now;
  if (!take_number(self, left, &size) || size > self->room || !take(self, left, self->frame, size)) return false;
  uint64_t at = 0;
  lo_run run;
  int next;
  while ((next = lo_next_run(self->frame, size, &at, self->image_size, &run)) == 1)
    for (uint32_t i = 0; i < run.size; i += sizeof now) {
      memcpy(&now, (const char*)run.bytes + i, sizeof now);
      if (!lo_is_private_word(run.offset + i)) merge(self, run.offset + i, now);
    }
  return next == 0 && at == size;
}

static bool take_told(Remote* self) {
  lo_remote_frame head = {0, 0, 0};
  uint32_t told;
  if (!receive_all(self->connection, &head, sizeof head) || head.kind != LO_REMOTE_TOLD) {
    self->is_over = head.kind == LO_REMOTE_END;
    return false;
  }
  self->turn = head.turn;
  uint64_t left = head.size;
  return take_bulks(self, &left) && take_difference(self, &left) && take_number(self, &left, &told) &&
         told <= self->to_controller.capacity && take(self, &left, self->block + self->to_controller.offset, told) &&
         left == 0;
}

static bool wait_over_connection(void* context) {
  Remote* self = context;
  if (!wait_for_frame(self->connection)) return false;
  if (take_told(self)) return true;
  if (!self->is_over) lo_note_vanished();
  lo_block* block = (lo_block*)(void*)self->block;
  block->to_controller.size = 0;
  block->answer = LO_ANSWER_TERMINATE;
  return true;
}

static void crash_over_connection(void* context) {
  const Remote* self = context;
  const lo_block* block = (const lo_block*)(const void*)self->block;
  const char* text = self->block + block->crash;
  const lo_remote_frame head = {(uint32_t)strnlen(text, LO_CRASH_SIZE), LO_REMOTE_CRASH, self->turn};
  if (send_all(self->connection, &head, sizeof head)) send_all(self->connection, text, head.size);
}

/* The START, into a block that is laid out by it. */
static bool take_start(Remote* self) {
  lo_remote_frame frame;
  lo_remote_start start;
  if (!wait_for_frame(self->connection) || !receive_all(self->connection, &frame, sizeof frame) ||
      frame.kind != LO_REMOTE_START)
    return false;
  uint64_t left = frame.size;
  if (!take(self, &left, &start, sizeof start) || start.image_size != left || start.image_size > start.block_size ||
      start.image_size < sizeof(lo_block))
    return false;
  self->block_size = start.block_size;
  self->image_size = start.image_size;
  self->block =
      mmap(NULL, self->block_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  self->image = malloc(self->image_size);
  if (self->block == MAP_FAILED || !self->image || !take(self, &left, self->image, self->image_size)) return false;
  const lo_block* head = (const lo_block*)(const void*)self->image;
  if (head->magic != LO_BLOCK_MAGIC || head->version != LO_BLOCK_VERSION ||
      !lo_is_image_head(head, self->image_size, self->block_size))
    return false;
  memcpy(self->block, self->image, self->image_size);
  self->to_engine = head->to_engine;
  self->to_controller = head->to_controller;
  self->room = lo_most_said(self->image_size, self->to_engine.capacity);
  self->frame = malloc(sizeof(lo_remote_frame) + self->room);
  return self->frame != NULL;
}

bool lo_receive_block(int connection, lo_transport* transport) {
  Remote* self = calloc(1, sizeof *self);
  if (!self) return false;
  self->connection = connection;
  lo_prepare_connection(connection);
  /* Each so often it is looked whether the other machine is still there. */
  const struct timeval pause = {5, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &pause, sizeof pause);
  if (!take_start(self)) {
    if (!lo_gave_up()) fprintf(stderr, "Error: libController: the simulation does not say what its robot has.\n");
    return false; /* the controller ends: what was taken goes with it */
  }
  *transport = (lo_transport){.context = self,
                              .block = (lo_block*)(void*)self->block,
                              .size = self->block_size,
                              .is_remote = true,
                              .hand = hand_over_connection,
                              .wait = wait_over_connection,
                              .crash = crash_over_connection};
  return true;
}
