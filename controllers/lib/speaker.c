/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_speaker_*: what plays and what is spoken is remembered here until the engine says that it is over. */
#include "controllers/wire/speaker.h"

#include <stdlib.h>
#include <string.h>
#include <webots/speaker.h>

#include "controllers/lib/session.h"

typedef struct lo_sound {
  struct lo_sound* next;
  char name[];
} lo_sound;

typedef struct {
  lo_sound* playing;
  bool speaking;
  bool close_is_set;
  char engine[16];
  char language[8];
} lo_speaker;

static void forget_sounds(void* memory) {
  lo_speaker* speaker = memory;
  while (speaker->playing) {
    lo_sound* next = speaker->playing->next;
    free(speaker->playing);
    speaker->playing = next;
  }
}

static lo_speaker* speaker_of(WbDeviceTag tag, const char* function) {
  if (!lo_state_of(tag, LO_DEVICE_SPEAKER, function)) return NULL;
  lo_speaker* speaker = lo_private(tag, "speaker", sizeof *speaker);
  if (!speaker->close_is_set) {
    lo_at_close(forget_sounds, speaker);
    speaker->close_is_set = true;
    strcpy(speaker->engine, "pico");
    strcpy(speaker->language, "en-US");
  }
  return speaker;
}

static lo_sound** find_sound(lo_speaker* speaker, const char* name, size_t length) {
  lo_sound** link = &speaker->playing;
  while (*link && (strlen((*link)->name) != length || memcmp((*link)->name, name, length) != 0)) link = &(*link)->next;
  return link;
}

static void forget_sound(lo_speaker* speaker, const char* name, size_t length) {
  lo_sound** link = find_sound(speaker, name, length);
  if (!*link) return;
  lo_sound* sound = *link;
  *link = sound->next;
  free(sound);
}

static void send(WbDeviceTag tag, lo_speaker_message message, const char* text) {
  lo_send(LO_MESSAGE_SPEAKER, tag, &message, sizeof message, text, text ? (uint32_t)strlen(text) : 0);
}

/* The name, and where this process finds the file. */
static void send_file(WbDeviceTag tag, lo_speaker_message message, const char* sound) {
  char* path = lo_absolute_path(sound);
  char* place = path ? realpath(path, NULL) : NULL;
  free(path);
  const size_t name = strlen(sound), size = place ? name + 1 + strlen(place) : name;
  char* both = malloc(size + 1);
  if (both) {
    strcpy(both, sound);
    if (place) strcpy(both + name + 1, place);
    lo_send(LO_MESSAGE_SPEAKER, tag, &message, sizeof message, both, (uint32_t)size);
  }
  free(both);
  free(place);
}

/* What is silent does not begin to play; what plays becomes silent and goes on. */
static void play(WbDeviceTag tag, const char* sound, lo_speaker_message message) {
  lo_speaker* speaker = speaker_of(tag, "wb_speaker_play_sound");
  if (!*find_sound(speaker, sound, strlen(sound))) {
    if (message.volume <= 0) return;
    lo_sound* playing = malloc(sizeof *playing + strlen(sound) + 1);
    if (!playing) lo_out_of_memory();
    strcpy(playing->name, sound);
    playing->next = speaker->playing;
    speaker->playing = playing;
  }
  send_file(tag, message, sound);
}

/* The nearer end of a range, after a warning if it had to be taken. */
static double within(double value, double low, double high, const char* what, WbDeviceTag tag, const char* function) {
  if (value >= low && value <= high) return value;
  lo_warn(tag, function, "%s %g is not between %g and %g; the nearer end is taken", what, value, low, high);
  return value < low ? low : high;
}

void wb_speaker_play_sound(WbDeviceTag left, WbDeviceTag right, const char* sound, double volume, double pitch,
                           double balance, bool loop) {
  if ((left && !speaker_of(left, __func__)) || (right && !speaker_of(right, __func__))) return;
  const WbDeviceTag named = left ? left : right;
  if (!named) {
    lo_warn(0, __func__, "called without a speaker; ignored");
    return;
  }
  if (!sound || !*sound) {
    lo_warn(named, __func__, "called without a sound file; ignored");
    return;
  }
  if (lo_is_nan(named, __func__, "volume", volume) || lo_is_nan(named, __func__, "pitch", pitch) ||
      lo_is_nan(named, __func__, "balance", balance))
    return;
  volume = within(volume, 0, 1, "volume", named, __func__);
  balance = within(balance, -1, 1, "balance", named, __func__);
  if (pitch < 0) pitch = within(pitch, 0, 2, "pitch", named, __func__);
  lo_speaker_message message = {.action = LO_SPEAKER_PLAY, .loop = loop, .volume = volume, .pitch = pitch};
  if (left == right) {
    message.balance = balance;
    play(left, sound, message);
    return;
  }
  /* A stereo pair: balance makes the farther side quieter. */
  message.volume = balance <= 0 ? volume : volume * (1 - balance);
  message.side = -1;
  if (left) play(left, sound, message);
  message.volume = balance >= 0 ? volume : volume * (1 + balance);
  message.side = 1;
  if (right) play(right, sound, message);
}

void wb_speaker_stop(WbDeviceTag tag, const char* sound) {
  lo_speaker* speaker = speaker_of(tag, __func__);
  if (!speaker) return;
  if (sound && *sound)
    forget_sound(speaker, sound, strlen(sound));
  else {
    forget_sounds(speaker);
    speaker->speaking = false;
  }
  send(tag, (lo_speaker_message){.action = LO_SPEAKER_STOP}, sound);
}

bool wb_speaker_is_sound_playing(WbDeviceTag tag, const char* sound) {
  lo_speaker* speaker = speaker_of(tag, __func__);
  if (!speaker) return false;
  if (!sound || !*sound) return speaker->speaking || speaker->playing;
  return *find_sound(speaker, sound, strlen(sound)) != NULL;
}

bool wb_speaker_set_engine(WbDeviceTag tag, const char* engine) {
  lo_speaker* speaker = speaker_of(tag, __func__);
  if (!speaker || !engine || strcmp(engine, "pico") != 0) return false;
  strcpy(speaker->engine, engine);
  return true;
}

bool wb_speaker_set_language(WbDeviceTag tag, const char* language) {
  static const char* const known[] = {"en-US", "en-UK", "de-DE", "es-ES", "fr-FR", "it-IT"};
  lo_speaker* speaker = speaker_of(tag, __func__);
  if (!speaker || !language) return false;
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (strcmp(language, known[i]) == 0) {
      strcpy(speaker->language, language);
      return true;
    }
  lo_warn(tag, __func__, "there is no voice for \"%s\"; there are en-US, en-UK, de-DE, es-ES, fr-FR and it-IT",
          language);
  return false;
}

const char* wb_speaker_get_engine(WbDeviceTag tag) {
  const lo_speaker* speaker = speaker_of(tag, __func__);
  return speaker ? speaker->engine : NULL;
}

const char* wb_speaker_get_language(WbDeviceTag tag) {
  const lo_speaker* speaker = speaker_of(tag, __func__);
  return speaker ? speaker->language : NULL;
}

void wb_speaker_speak(WbDeviceTag tag, const char* text, double volume) {
  lo_speaker* speaker = speaker_of(tag, __func__);
  if (!speaker || lo_is_nan(tag, __func__, "volume", volume)) return;
  if (!text) {
    lo_warn(tag, __func__, "called without a text; ignored");
    return;
  }
  lo_speaker_message message = {.action = LO_SPEAKER_SPEAK, .pitch = 1};
  message.volume = within(volume, 0, 1, "volume", tag, __func__);
  memcpy(message.engine, speaker->engine, sizeof message.engine);
  memcpy(message.language, speaker->language, sizeof message.language);
  speaker->speaking = true;
  send(tag, message, text);
}

bool wb_speaker_is_speaking(WbDeviceTag tag) {
  const lo_speaker* speaker = speaker_of(tag, __func__);
  return speaker && speaker->speaking;
}

void wb_speaker_emit_sample(WbDeviceTag tag, const void* data, int size) {
  if (!speaker_of(tag, __func__)) return;
  if (size < 0 || (size > 0 && !data))
    lo_warn(tag, __func__, "called without samples; ignored");
  else
    lo_warn(tag, __func__, "samples are not played");
}

/* The engine tells what has ended. */
void lo_receive_speaker(WbDeviceTag tag, const void* payload, uint32_t size) {
  lo_speaker_message message;
  if (size < sizeof message || !lo_peek_state(tag, LO_DEVICE_SPEAKER)) return;
  memcpy(&message, payload, sizeof message);
  lo_speaker* speaker = speaker_of(tag, __func__);
  if (message.action == LO_SPEAKER_SPEECH_OVER) speaker->speaking = false;
  if (message.action == LO_SPEAKER_SOUND_OVER)
    forget_sound(speaker, (const char*)payload + sizeof message, size - sizeof message);
}

void lo_reset_speaker(WbDeviceTag tag, const void* payload, uint32_t size) {
  (void)payload, (void)size;
  if (!lo_peek_state(tag, LO_DEVICE_SPEAKER)) return;
  lo_speaker* speaker = speaker_of(tag, __func__);
  forget_sounds(speaker);
  speaker->speaking = false;
}
