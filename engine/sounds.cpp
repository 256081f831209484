#include "engine/sounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/devices/microphone.h"
#include "engine/devices/speaker.h"
#include "engine/robot.h"
#include "engine/scene.h"
#include "engine/solid.h"

namespace lightsout {
namespace {

// Samples that have passed at this step: whole ones, so that none is lost or doubled over many steps.
std::int64_t samples_until(const Clock& clock, std::int64_t step) {
  return std::int64_t(std::floor(double(step) * clock.basic_time_step_ms() * Sounds::rate / 1000 + 1e-6));
}

}  // namespace

void Sounds::collect() {
  speakers_.clear();
  microphones_.clear();
  tracks_.clear();
  for (const auto& robot : scene_.robots())
    for (const auto& device : robot->devices()) {
      if (device->kind() == LO_DEVICE_SPEAKER) speakers_.push_back(static_cast<Speaker*>(device.get()));
      if (device->kind() == LO_DEVICE_MICROPHONE) microphones_.push_back(static_cast<Microphone*>(device.get()));
      if (scene_.captures_sounds() && (device->kind() == LO_DEVICE_SPEAKER || device->kind() == LO_DEVICE_MICROPHONE))
        tracks_.push_back({device.get(), {}});
    }
  known_ = true;
}

void Sounds::play(const Clock& clock) {
  if (!known_) collect();
  const bool silent = std::ranges::all_of(speakers_, &Speaker::is_silent);
  const std::size_t count = std::size_t(samples_until(clock, clock.step()) - samples_until(clock, clock.step() - 1));
  for (Microphone* microphone : microphones_) {
    const auto track = std::ranges::find(tracks_, static_cast<const Device*>(microphone), &Track::device);
    if (!microphone->is_listening() && track == tracks_.end()) continue;
    mixed_.assign(count, 0);
    if (!silent)
      for (const Speaker* speaker : speakers_)
        if (const double gain = microphone->gain(speaker->solid()->pose().position, 1); gain > 0)
          speaker->add_to(mixed_, float(gain));
    if (microphone->is_listening()) microphone->hear(mixed_);
    if (track != tracks_.end()) track->samples = mixed_;
  }
  for (Speaker* speaker : speakers_) {
    const auto track = std::ranges::find(tracks_, static_cast<const Device*>(speaker), &Track::device);
    if (track != tracks_.end()) {
      track->samples.assign(count, 0);
      speaker->add_to(track->samples, 1);
    }
    speaker->advance(count, clock.dt());
  }
}

std::expected<std::shared_ptr<const Clip>, std::string> Sounds::clip(const std::filesystem::path& path) {
  const auto known = clips_.find(path);
  if (known != clips_.end()) return known->second;
  auto read = read_wav(path);
  std::expected<std::shared_ptr<const Clip>, std::string> clip =
      read ? std::expected<std::shared_ptr<const Clip>, std::string>(std::make_shared<const Clip>(std::move(*read)))
           : std::unexpected(read.error());
  return clips_.emplace(path, std::move(clip)).first->second;
}

std::string Sounds::levels(const Speaker& speaker, double volume) {
  if (!known_) collect();
  std::string text;
  const Vector3d source = speaker.solid()->pose().position;
  for (const Microphone* microphone : microphones_) {
    const double distance = (microphone->solid()->pose().position - source).norm();
    const double gain = microphone->gain(source, volume);
    text += fmt::format("; {} at {:.3f} m hears {}", microphone->path(), distance,
                        gain > 0 && volume > 0 ? fmt::format("{:.1f} dB", 20 * std::log10(gain * volume)) : "nothing");
  }
  return text;
}

}  // namespace lightsout
