/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that the engine and one robot's controller share, and the rule of turns. The engine lays it out and writes
 * the configuration before the first turn; afterwards whoever has the turn may write, the other only waits. Both sides
 * are on one machine: native byte order, natural alignment. The engine trusts nothing in here: it keeps its own copy of
 * every offset and clamps every size that it reads back. */
#ifndef LIGHTSOUT_WIRE_BLOCK_H
#define LIGHTSOUT_WIRE_BLOCK_H

#include <stdint.h>
#include <string.h>

#include "controllers/wire/device_kinds.h"

#define LO_BLOCK_MAGIC 0x54554f4cu /* "LOUT" */

/* Whose turn it is (see wire/turn.h). */
enum { LO_TURN_ENGINE = 0, LO_TURN_CONTROLLER = 1 };

/* What the controller asks for when it gives its turn back. */
enum {
  LO_REQUEST_NONE = 0,
  LO_REQUEST_STEP = 1,      /* simulate `step_ms`, then answer; step_ms 0: apply my commands, answer at once */
  LO_REQUEST_IMMEDIATE = 2, /* serve the messages in to_engine now, answer in to_controller, do not advance */
  LO_REQUEST_EXIT = 3       /* apply my commands as at a step; the controller ends; no answer */
};

/* What the engine answers. */
enum {
  LO_ANSWER_STEPPED = 0,
  LO_ANSWER_SERVED = 1,
  LO_ANSWER_TERMINATE = 2 /* wb_robot_step returns -1 */
};

/* A run of elements inside the block, by offset from its start. */
typedef struct lo_array {
  uint32_t offset;
  uint32_t count;
} lo_array;

/* A NUL-terminated string inside the block; length without the NUL. */
typedef lo_array lo_string;

/* A stream of messages of any length (packets, supervisor requests), see wire/message.h. On its turn the sender fills
 * the box from its end of the stream, the receiver empties it on the next turn (size = 0). `more`: the sender holds
 * bytes that did not fit. The controller then asks again at once (LO_REQUEST_IMMEDIATE) until the engine holds none; a
 * controller that has more asks so too. Thus nothing is late by a step. A message may be cut anywhere between two
 * fillings. */
typedef struct {
  uint32_t offset; /* multiple of 8 */
  uint32_t capacity;
  uint32_t size;
  uint32_t more;
} lo_box;

/* Moves bytes of a stream into a box that its receiver has emptied; `base` is the block's start, offset and capacity
 * come from the caller's own copy. Answers how many went in and sets size and more. */
static inline uint32_t lo_box_fill(void* base, uint32_t offset, uint32_t capacity, lo_box* box, const void* bytes,
                                   uint64_t count) {
  const uint32_t moved = count < capacity ? (uint32_t)count : capacity;
  if (moved) memcpy((char*)base + offset, bytes, moved);
  box->size = moved;
  box->more = count > moved;
  return moved;
}

/* An image or a cloud, which the controller reads where the engine writes it: behind the boxes and the crash's text,
 * where nothing is copied or compared at a turn. */
typedef struct {
  uint32_t offset;     /* from the block's start; 0: there is none yet. Changes when the size does */
  uint32_t size;       /* bytes */
  uint32_t generation; /* how many the engine has written there; 0: zeros stand there */
  uint32_t reserved;
} lo_bulk;

typedef struct lo_device {
  int32_t kind; /* lo_device_kind: numbers of this program, not of any release of the format */
  uint32_t tag; /* index in the table; tag 0 is the robot itself */
  lo_string name;
  lo_string model;
  uint32_t state; /* offset of the device's state struct (wire/<device>.h) */
  uint32_t state_size;
  int32_t node_type; /* WbNodeType as wb_device_get_node_type answers */
  uint32_t reserved;
} lo_device;

/* The robot's own state: tag 0. */
typedef struct lo_robot_state {
  /* configuration */
  double basic_time_step_ms;
  int32_t supervisor;
  int32_t synchronization;
  lo_string name;
  lo_string model;
  lo_string custom_data; /* at most custom_data_capacity bytes, kept by the box records when it changes */
  lo_string controller_name;
  lo_string controller_arguments; /* joined by newlines */
  lo_string project_path;
  lo_string world_path;
  lo_string remote_control; /* file of the library; "": none */
  /* readings */
  double time_s;
  int32_t mode; /* WbSimulationMode */
  int32_t battery_enabled;
  double battery_value_j;
  uint32_t departures; /* changes when nodes have left the world: a supervisor may hold handles of them */
  /* commands */
  uint32_t battery_period_ms;
  uint32_t battery_enables; /* how often that was given; each time the period begins anew */
} lo_robot_state;

typedef struct lo_block {
  uint32_t magic;
  /* LO_BLOCK_VERSION of wire/version.h, which the build makes: a digest of all layouts and numbers of wire. */
  uint32_t version;
  uint32_t size;
  uint32_t turn;             /* only with __atomic_*; the engine's futex word */
  uint32_t controller_waits; /* it may be asleep: who gives it the turn must wake it */
  uint32_t engine_waits;
  int32_t request;
  int32_t step_ms;
  int32_t answer;
  int32_t engine_pid;
  uint32_t device_count; /* robot included */
  uint32_t devices;      /* offset of lo_device[device_count] */
  /* Offset of a bit per device, uint32_t[(device_count + 31) / 32]: set where the controller wrote a command into the
   * device's state. The engine reads the commands of those alone, and clears the bits. */
  uint32_t touched;
  uint32_t seat; /* of the controller at the bell */
  lo_box to_engine;
  lo_box to_controller;
  /* Offset of LO_CRASH_SIZE bytes, 0: there are none. A controller that crashes writes there where it was: text, a line
   * per frame, innermost first: the address in its file in hexadecimal, a blank, the file. It ends with a NUL. Behind
   * them, to the end of the block, are the images and clouds. */
  uint32_t crash;
  uint32_t reserved;
} lo_block;

#define LO_CRASH_SIZE 16384u

#endif
