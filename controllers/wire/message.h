/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* What travels through the boxes of a block: records, each a header and `size` bytes of payload padded to a multiple
 * of 8. Payload layouts stand in the header of the device (or supervisor) that they belong to. */
#ifndef LIGHTSOUT_WIRE_MESSAGE_H
#define LIGHTSOUT_WIRE_MESSAGE_H

#include <stdint.h>
#include <string.h>

typedef struct lo_message {
  uint32_t size; /* of the payload, without padding */
  uint16_t kind; /* LO_MESSAGE_... */
  uint16_t tag;  /* the device that it is for or from; 0: the robot */
} lo_message;

/* Longest payload that either side accepts. */
#define LO_MESSAGE_MAX_SIZE (256u * 1024u * 1024u)

/* Append only, one line per kind: to the engine (E), to the controller (C). */
enum {
  LO_MESSAGE_NONE = 0,
  LO_MESSAGE_ANSWER = 1,          /* C: what an immediate request gets; layout as the request says */
  LO_MESSAGE_CUSTOM_DATA = 2,     /* E, C: the new text, without NUL */
  LO_MESSAGE_WARNING = 3,         /* E: text that the run's report shows with robot and device */
  LO_MESSAGE_PACKET = 4,          /* E: emitter, C: receiver; wire/emitter.h, wire/receiver.h */
  LO_MESSAGE_SUPERVISOR = 5,      /* E: supervisor request; wire/supervisor.h */
  LO_MESSAGE_SET_MODE = 6,        /* E: int32 WbRobotMode */
  LO_MESSAGE_PIN = 7,             /* E: int32 */
  LO_MESSAGE_URDF = 8,            /* E: prefix; answered by text */
  LO_MESSAGE_INPUT_EVENT = 9,     /* E: int32 event types, int32 timeout_ms; answered by int32 */
  LO_MESSAGE_SPEAKER = 10,        /* E: wire/speaker.h */
  LO_MESSAGE_DISPLAY = 11,        /* E: wire/display.h */
  LO_MESSAGE_PEN = 12,            /* E: wire/pen.h */
  LO_MESSAGE_SOUND = 13,          /* C: samples of a microphone; wire/microphone.h */
  LO_MESSAGE_SKIN = 14,           /* E: immediate; wire/skin.h */
  LO_MESSAGE_INPUT_ENABLE = 15,   /* E: wire/input.h */
  LO_MESSAGE_KEYBOARD = 16,       /* C: wire/input.h */
  LO_MESSAGE_MOUSE = 17,          /* C: wire/input.h */
  LO_MESSAGE_JOYSTICK = 18,       /* C: wire/input.h */
  LO_MESSAGE_JOYSTICK_FORCE = 19, /* E: wire/input.h */
  LO_MESSAGE_TRACKED = 20,        /* C: supervisor values that are tracked; wire/supervisor.h */
  LO_MESSAGE_RESET = 21,          /* C: whatever waits in the device's queue or sounds is gone; no payload */
  LO_MESSAGE_ARRAY = 22,          /* C: in the place of the device's configured one: lookup table, allowed
                                     channels, targets of a radar */
  LO_MESSAGE_MODEL = 23,          /* C: the robot's new one, without NUL */
  LO_MESSAGE_DEVICES = 24,        /* C: uint32: devices came; the table has so many entries now, the robot included */
  LO_MESSAGE_NAMES = 25,          /* C: of a device, in the place of the table's: name and model, each with its NUL */
  LO_MESSAGE_RADIO = 26,          /* E, C: wire/radio.h */
  LO_MESSAGE_PRINT = 27           /* E: uint32: 0 stdout, 1 stderr; then lines that an extern controller has printed */
};

/* The table of devices has room for so many more than the block says that there are at the start. */
#define LO_SPARE_DEVICES 32u

static inline uint32_t lo_padded(uint32_t size) { return (size + 7u) & ~7u; }
/* Bytes of a whole record. */
static inline uint64_t lo_record_size(uint32_t payload_size) {
  return sizeof(lo_message) + (((uint64_t)payload_size + 7u) & ~(uint64_t)7u);
}

/* The next whole record in `bytes`, or NULL: then *next stays where the first incomplete record begins. A record whose
 * size is past LO_MESSAGE_MAX_SIZE makes *damaged 1. */
static inline const lo_message* lo_next_record(const void* bytes, uint64_t count, uint64_t* next, int* damaged) {
  lo_message header;
  if (count - *next < sizeof header) return 0;
  memcpy(&header, (const char*)bytes + *next, sizeof header);
  if (header.size > LO_MESSAGE_MAX_SIZE) {
    *damaged = 1;
    return 0;
  }
  if (count - *next < lo_record_size(header.size)) return 0;
  const lo_message* record = (const lo_message*)(const void*)((const char*)bytes + *next);
  *next += lo_record_size(header.size);
  return record;
}

/* The payload of a record. */
static inline const void* lo_payload(const lo_message* record) { return record + 1; }

#endif
