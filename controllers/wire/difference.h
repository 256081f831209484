/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between two images of a block, as it travels and as it is recorded. An image is the block up to its
 * boxes; its size is a multiple of 4. The difference is a list of runs of words of 4 bytes: uint32 offset in the image,
 * uint32 size in bytes, the bytes as they are now; LO_NO_MORE_RUNS in the place of an offset ends it. Numbers are in
 * the byte order of the machine. Who reads a difference checks all of it: it may be anybody's. */
#ifndef LIGHTSOUT_WIRE_DIFFERENCE_H
#define LIGHTSOUT_WIRE_DIFFERENCE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "controllers/wire/block.h"

#define LO_NO_MORE_RUNS 0xffffffffu

/* Words of the block that belong to the two processes and not to what they say: they are no part of an image. */
static inline int lo_is_private_word(uint64_t offset) {
  return offset == offsetof(lo_block, turn) || offset == offsetof(lo_block, controller_waits) ||
         offset == offsetof(lo_block, engine_waits) || offset == offsetof(lo_block, engine_pid) ||
         offset == offsetof(lo_block, seat);
}

/* The first run of words that differ at or behind *begin, which is a multiple of 4: from *begin to *end. 0: there is
 * none. Bytes behind the last whole word count as a word. */
static inline int lo_find_run(const void* now, const void* before, uint64_t size, uint64_t* begin, uint64_t* end) {
  const char *a = (const char*)now, *b = (const char*)before;
  uint64_t i = *begin;
  while (i + 64 <= size && !memcmp(a + i, b + i, 64)) i += 64;
  while (i < size && !memcmp(a + i, b + i, size - i < 4 ? size - i : 4)) i += 4;
  if (i >= size) return 0;
  *begin = i;
  while (i < size && memcmp(a + i, b + i, size - i < 4 ? size - i : 4)) i += 4;
  *end = i < size ? i : size;
  return 1;
}

/* Bytes that the difference of two images of that size takes at most: every other word differs. */
static inline uint64_t lo_most_difference(uint64_t image_size) { return image_size / 8 * 12 + 16; }

/* Writes the difference to `out`, which has room for it, without private words, and makes `before` equal to what was
 * written; answers its size. `now` may be changed meanwhile: each word of it is read once for good. */
static inline uint64_t lo_write_difference(const void* now, void* before, uint64_t size, void* out) {
  char* at = (char*)out;
  const uint32_t no_more = LO_NO_MORE_RUNS;
  uint64_t begin = 0, end = 0;
  for (; lo_find_run(now, before, size, &begin, &end); begin = end) {
    while (begin < end && lo_is_private_word(begin)) begin += 4;
    uint64_t stop = begin;
    while (stop < end && !lo_is_private_word(stop)) stop += 4;
    end = stop;
    if (begin == end) continue;
    const uint32_t head[2] = {(uint32_t)begin, (uint32_t)(end - begin)};
    memcpy(at, head, sizeof head);
    memcpy(at + sizeof head, (const char*)now + begin, end - begin);
    memcpy((char*)before + begin, at + sizeof head, end - begin);
    at += sizeof head + (end - begin);
  }
  memcpy(at, &no_more, sizeof no_more);
  return (uint64_t)(at - (char*)out) + sizeof no_more;
}

typedef struct {
  const void* bytes; /* at no alignment */
  uint32_t offset, size;
} lo_run;

/* The run at *at of a difference of `count` bytes, and behind it in *at. 1: there is one, whole words within an image
 * of that size; 0: that was the end; -1: the difference is damaged. */
static inline int lo_next_run(const void* difference, uint64_t count, uint64_t* at, uint64_t image_size, lo_run* run) {
  uint32_t head[2];
  if (count - *at < sizeof head[0]) return -1;
  memcpy(head, (const char*)difference + *at, sizeof head[0]);
  if (head[0] == LO_NO_MORE_RUNS) {
    *at += sizeof head[0];
    return 0;
  }
  if (count - *at < sizeof head) return -1;
  memcpy(head, (const char*)difference + *at, sizeof head);
  *at += sizeof head;
  if (head[0] % 4 || head[1] % 4 || !head[1] || head[1] > count - *at || head[0] > image_size ||
      head[1] > image_size - head[0])
    return -1;
  run->bytes = (const char*)difference + *at;
  run->offset = head[0];
  run->size = head[1];
  *at += head[1];
  return 1;
}

#endif
