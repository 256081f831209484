// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/robots/devices/microphone.h"

#include <algorithm>
#include <cmath>

#include "engine/media/sounds.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/state.h"

namespace lightsout {

void Microphone::connect(Diagnostics&) { surroundings().parts().get<Sounds>().add(*this); }

Vector3d Microphone::sound_position() const { return Device::pose().position; }

void Microphone::tell(lo_microphone_state& wire) {
  wire.aperture = node().get<double>("aperture");
  wire.sensitivity = node().get<double>("sensitivity");
}

double Microphone::gain(const Vector3d& source, double volume) const {
  const Pose pose = Device::pose();
  const Vector3d way = source - pose.position;
  const double distance = way.norm();
  const double aperture = node().get<double>("aperture");
  if (aperture >= 0 && distance > 0 && pose.rotation.col(0).dot(way) < std::cos(aperture / 2) * distance) return 0;
  const double gain = 1 / std::max(1.0, distance);
  return 20 * std::log10(gain * volume) < node().get<double>("sensitivity") ? 0 : gain;
}

void Microphone::hear(std::span<const float> samples) {
  for (const float sample : samples) samples_.push_back(pcm_of(sample));
}

void Microphone::measure(const Clock&) {
  send(LO_MESSAGE_SOUND, std::as_bytes(std::span(samples_)));
  samples_.clear();
}

void Microphone::visit_state(StateVisitor& state) {
  SampledDevice::visit_state(state);
  state.list("samples", samples_);
}

std::unique_ptr<Device> make_microphone(const DeviceSetup& setup) { return std::make_unique<Microphone>(setup); }

}  // namespace lightsout
