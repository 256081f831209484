/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Sounds. The controller sends LO_MESSAGE_SPEAKER: a head, then the file name or text without NUL; behind a
 * file name that the controller can read a NUL and where it is. The engine answers
 * the end of a sound or text by the same message with action LO_SPEAKER_SOUND_OVER or LO_SPEAKER_SPEECH_OVER (and the
 * file name). */
#ifndef LIGHTSOUT_WIRE_SPEAKER_H
#define LIGHTSOUT_WIRE_SPEAKER_H

#include "controllers/wire/message.h"

typedef struct {
  uint32_t reserved[2];
} lo_speaker_state;

enum {
  LO_SPEAKER_PLAY = 1,
  LO_SPEAKER_STOP = 2, /* no name: all sounds and the text */
  LO_SPEAKER_SPEAK = 3,
  LO_SPEAKER_SOUND_OVER = 4,
  LO_SPEAKER_SPEECH_OVER = 5
};

typedef struct {
  int32_t action;
  int32_t side; /* of a stereo pair: -1 left, 1 right, 0 alone */
  int32_t loop;
  int32_t reserved;
  double volume;    /* 0 to 1 */
  double pitch;     /* 1: as recorded; speed of playing goes with it */
  double balance;   /* -1 left to 1 right */
  char engine[16];  /* of LO_SPEAKER_SPEAK: "pico" */
  char language[8]; /* "en-US" */
} lo_speaker_message;

#endif
