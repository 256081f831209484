// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Speaker: plays WAV files and speaks. Speaking makes no sound here, but lasts as long as a person would need: 15
// characters a second.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "controllers/wire/speaker.h"
#include "engine/files/wav_file.h"
#include "engine/media/sounds.h"
#include "engine/robots/device.h"

namespace lightsout {

class Speaker final : public Wired<lo_speaker_state, LO_DEVICE_SPEAKER>, public SoundSource {
 public:
  using Wired::Wired;

  void connect(Diagnostics&) override;
  void receive(std::uint16_t kind, std::span<const std::byte> payload) override;
  void visit_state(StateVisitor& state) override;

  Vector3d sound_position() const override;
  bool is_silent() const override { return playing_.empty(); }
  void add_to(std::span<float> samples, const SoundListener* listener) const override;
  // Speaking goes on, too.
  void advance(std::size_t samples, double dt) override;

 private:
  struct Playing {
    std::string name;  // as the controller gave it
    std::string path;
    std::shared_ptr<const Clip> clip;
    double volume = 1, pitch = 1, balance = 0;
    bool loop = false;
    std::int32_t side = 0;
    double position = 0;  // frames
  };
  void play(const lo_speaker_message& message, std::string_view name, std::string_view path);
  void stop(std::string_view name);
  void speak(const lo_speaker_message& message, std::string_view text);
  // Where a controller's file is; empty if nowhere.
  std::string find(std::string_view name, std::string_view path) const;
  void tell_over(int action, std::string_view name);
  void log_sound(const std::string& what, double volume);

  std::vector<Playing> playing_;
  double speech_left_ = 0;  // s
  bool speaking_ = false;
};

}  // namespace lightsout
