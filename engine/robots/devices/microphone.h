// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Microphone: hands the sound of each sampling period to its controller, as 16-bit samples in one channel.
#pragma once

#include <vector>

#include "controllers/wire/microphone.h"
#include "engine/media/sounds.h"
#include "engine/robots/sampled_device.h"
#include "engine/state/pose.h"

namespace lightsout {

class Microphone final : public Sampled<lo_microphone_state, LO_DEVICE_MICROPHONE>, public SoundListener {
 public:
  using Wired::Wired;

  void connect(Diagnostics&) override;
  void visit_state(StateVisitor& state) override;

  const std::string& sound_path() const override { return path(); }
  Vector3d sound_position() const override;
  bool is_listening() const override { return period_steps() > 0; }
  // 1 up to a metre, then as 1 / distance; 0 outside its cone or below its sensitivity.
  double gain(const Vector3d& source, double volume) const override;
  void hear(std::span<const float> samples) override;

 private:
  void tell(lo_microphone_state& wire) override;
  void measure(const Clock& clock) override;
  void on_enable(const Clock&) override { samples_.clear(); }

  std::vector<std::int16_t> samples_;  // of the running period
};

}  // namespace lightsout
