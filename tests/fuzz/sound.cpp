// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/wav_file.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_sound(std::string_view bytes) {
  const auto clip = read_wav(write_file("s.wav", bytes));
  if (!clip) return;
  require(clip->frames() > 0 && clip->rate > 0, "a sound has a rate and a length");
  for (const float sample : clip->samples) require(sample >= -1 && sample <= 1, "samples are within -1 and 1");
}

}  // namespace lightsout::fuzz
