/* Plays sound files and speaks text. */
#ifndef WB_SPEAKER_H
#define WB_SPEAKER_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `sound` is a file; volume 0 to 1, pitch 0.5 to 2, balance -1 (left) to 1 (right). */
void wb_speaker_play_sound(WbDeviceTag left, WbDeviceTag right, const char* sound, double volume, double pitch,
                           double balance, bool loop);
void wb_speaker_stop(WbDeviceTag tag, const char* sound); /* NULL: all sounds */
bool wb_speaker_is_sound_playing(WbDeviceTag tag, const char* sound);

/* Engines: "pico", "microsoft". False if it is not known. */
bool wb_speaker_set_engine(WbDeviceTag tag, const char* engine);
bool wb_speaker_set_language(WbDeviceTag tag, const char* language);
const char* wb_speaker_get_engine(WbDeviceTag tag);
const char* wb_speaker_get_language(WbDeviceTag tag);
void wb_speaker_speak(WbDeviceTag tag, const char* text, double volume);
bool wb_speaker_is_speaking(WbDeviceTag tag);
/* Until R2018 a speaker was given its samples: 8 bits each, at 11025 Hz. Nobody hears them here. */
void wb_speaker_emit_sample(WbDeviceTag tag, const void* data, int size);

#ifdef __cplusplus
}
#endif

#endif
