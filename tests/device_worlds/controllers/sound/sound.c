/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Speaker and Microphone: a file of 0.1 s, constant at half scale, heard near and far. */
#include <webots/microphone.h>
#include <webots/speaker.h>

#include "../check.h"

/* The last sample that the microphone heard, as a part of full scale. */
static double last(WbDeviceTag microphone) {
  const int size = wb_microphone_get_sample_size(microphone);
  const short* samples = wb_microphone_get_sample_data(microphone);
  return size >= 2 && samples ? samples[size / 2 - 1] / 32767. : NAN;
}

int main(void) {
  wb_robot_init();
  const WbDeviceTag speaker = device("speaker", WB_NODE_SPEAKER);
  const WbDeviceTag near = wb_robot_get_device("microphone"), far = wb_robot_get_device("far");
  const WbDeviceTag deaf = wb_robot_get_device("deaf"), averted = wb_robot_get_device("averted");
  const WbDeviceTag dull = wb_robot_get_device("dull");
  const WbDeviceTag all[] = {near, far, deaf, averted, dull};
  for (int i = 0; i < 5; ++i) {
    wb_microphone_enable(all[i], STEP);
    CHECK(wb_microphone_get_sampling_period(all[i]) == STEP);
    CHECK(wb_microphone_get_sample_size(all[i]) == 0);
  }
  SAME(wb_speaker_get_engine(speaker), "pico");
  SAME(wb_speaker_get_language(speaker), "en-US");
  CHECK(wb_speaker_set_language(speaker, "en-UK"));
  CHECK(!wb_speaker_set_language(speaker, "xx-XX"));
  CHECK(!wb_speaker_set_engine(speaker, "microsoft"));
  CHECK(!wb_speaker_is_sound_playing(speaker, NULL));

  wb_speaker_play_sound(speaker, speaker, "step.wav", 0.8, 1, 0, false);
  CHECK(wb_speaker_is_sound_playing(speaker, "step.wav"));
  steps(1);
  CHECK(wb_microphone_get_sample_size(near) == 2 * 441); /* 16 bits, 44100 a second, 10 ms */
  NEAR(last(near), 0.8 * 0.5, 1e-4);                     /* as loud as it is up to a metre */
  NEAR(last(far), 0.8 * 0.5 / 4, 1e-4);                  /* at 4 m */
  NEAR(last(deaf), 0, 0);                                /* 20 log10(1 / 4) = -12 dB */
  NEAR(last(averted), 0, 0);                             /* the speaker is behind it */
  steps(8);
  CHECK(wb_speaker_is_sound_playing(speaker, "step.wav"));
  steps(1); /* 0.1 s */
  CHECK(!wb_speaker_is_sound_playing(speaker, "step.wav"));
  steps(1);
  NEAR(last(near), 0, 0);

  wb_speaker_play_sound(speaker, speaker, "step.wav", 1, 2, 0, false); /* twice as high and half as long */
  steps(5);
  CHECK(!wb_speaker_is_sound_playing(speaker, NULL));
  wb_speaker_play_sound(speaker, speaker, "step.wav", 1, 1, 0, true);
  steps(25);
  CHECK(wb_speaker_is_sound_playing(speaker, "step.wav"));
  wb_speaker_stop(speaker, "step.wav");
  CHECK(!wb_speaker_is_sound_playing(speaker, NULL));
  steps(1);
  NEAR(last(near), 0, 0);

  /* What plays takes each volume and balance of a further call, 0 too, and goes on. */
  wb_speaker_play_sound(speaker, speaker, "step.wav", 0, 1, 0, true);
  CHECK(!wb_speaker_is_sound_playing(speaker, NULL)); /* silent from its start: not begun */
  const double volumes[] = {1, 0.2, 0, 0.5};
  for (int i = 0; i < 4; ++i) {
    wb_speaker_play_sound(speaker, speaker, "step.wav", volumes[i], 1, 0, true);
    steps(1);
    CHECK(wb_speaker_is_sound_playing(speaker, "step.wav"));
    NEAR(last(near), 0.5 * volumes[i], 1e-4);
    /* 20 log10(0.2) = -14 dB is below its sensitivity, 20 log10(0.5) = -6 dB is not. */
    NEAR(last(dull), volumes[i] < 0.3 ? 0 : 0.5 * volumes[i], 1e-4);
  }
  wb_speaker_stop(speaker, NULL);
  for (int side = -1; side <= 1; side += 2) { /* one of a stereo pair: the far end of the balance mutes it */
    const WbDeviceTag left = side < 0 ? speaker : 0, right = side < 0 ? 0 : speaker;
    wb_speaker_play_sound(left, right, "step.wav", 0.8, 1, 0, true);
    wb_speaker_play_sound(left, right, "step.wav", 0.8, 1, -side * 0.5, true);
    steps(1);
    NEAR(last(near), 0.5 * 0.8 * 0.5, 1e-4);
    wb_speaker_play_sound(left, right, "step.wav", 0.8, 1, -side, true);
    steps(1);
    NEAR(last(near), 0, 0);
    wb_speaker_stop(speaker, "step.wav");
  }

  wb_speaker_speak(speaker, "Hello, <prosody rate=\"2\">robot</prosody>", 1); /* 12 characters: 0.8 s */
  CHECK(wb_speaker_is_speaking(speaker));
  CHECK(wb_speaker_is_sound_playing(speaker, NULL));
  steps(79);
  CHECK(wb_speaker_is_speaking(speaker));
  steps(1);
  CHECK(!wb_speaker_is_speaking(speaker));
  wb_speaker_play_sound(speaker, speaker, "missing.wav", 1, 1, 0, false);
  steps(1);
  CHECK(!wb_speaker_is_sound_playing(speaker, "missing.wav"));
  wb_microphone_disable(near);
  CHECK(wb_microphone_get_sampling_period(near) == 0);
  return finish();
}
