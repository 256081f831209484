// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sounds in WAV files: PCM of 8 or 16 bits, one or two channels, and no other kind.
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/descriptors/held.h"

namespace lightsout {

struct Clip {
  int rate = 0;                // frames per second
  int channels = 1;            // 1, or 2: left, right
  std::vector<float> samples;  // -1 to 1, channel by channel in each frame

  std::size_t frames() const { return samples.size() / std::size_t(channels); }
};

// The error says why the file cannot be played.
std::expected<Clip, std::string> read_wav(const std::filesystem::path& path);

// Writes one channel of 16 bits, beside the name: the file is there when it is closed. What could not be written, its
// failure tells.
class WavWriter {
 public:
  WavWriter(const std::filesystem::path& path, int rate);
  ~WavWriter();
  WavWriter(WavWriter&&) noexcept = default;
  // -1 to 1; what is louder is clipped.
  void write(std::span<const float> samples);
  void close();
  const std::string& failure() const { return failure_; }

 private:
  void write_header();
  HeldStream file_;
  std::string path_;
  int rate_;
  std::uint64_t written_ = 0;  // samples
  std::string failure_;
};

// As 16 bits say it.
std::int16_t pcm_of(float sample);

}  // namespace lightsout
