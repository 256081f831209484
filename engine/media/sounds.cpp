// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/media/sounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/stage/stage.h"
#include "engine/stage/stage_options.h"
#include "world_format/project/file_listener.h"

namespace lightsout {
namespace {

// Samples that have passed at this step: whole ones, so that none is lost or doubled over many steps.
std::int64_t samples_until(const Clock& clock, std::int64_t step) {
  return std::int64_t(std::floor(double(step) * clock.basic_time_step_ms() * Sounds::rate / 1000 + 1e-6));
}

}  // namespace

std::size_t Sounds::add_track(const std::string& path) {
  if (!stage_.options().captures_sounds) return none;
  tracks_.push_back({path, {}});
  return tracks_.size() - 1;
}

void Sounds::add(SoundSource& source, const std::string& path) { sources_.push_back({&source, add_track(path)}); }

void Sounds::add(SoundListener& listener) { listeners_.push_back({&listener, add_track(listener.sound_path())}); }

void Sounds::sense(const Clock& clock) {
  const bool silent = std::ranges::all_of(sources_, [](const Source& source) { return source.source->is_silent(); });
  const std::size_t count = std::size_t(samples_until(clock, clock.step()) - samples_until(clock, clock.step() - 1));
  for (const auto& [listener, track] : listeners_) {
    if (!listener->is_listening() && track == none) continue;
    mixed_.assign(count, 0);
    if (!silent)
      for (const auto& [source, source_track] : sources_) source->add_to(mixed_, listener);
    if (listener->is_listening()) listener->hear(mixed_);
    if (track != none) tracks_[track].samples = mixed_;
  }
  for (const auto& [source, track] : sources_) {
    if (track != none) {
      tracks_[track].samples.assign(count, 0);
      source->add_to(tracks_[track].samples, nullptr);
    }
    source->advance(count, clock.dt());
  }
}

std::expected<std::shared_ptr<const Clip>, std::string> Sounds::clip(const std::filesystem::path& path) {
  const auto known = clips_.find(path);
  if (known != clips_.end()) return known->second;
  if (listener_) listener_->reads(path, "asset");
  auto read = read_wav(path);
  std::expected<std::shared_ptr<const Clip>, std::string> clip =
      read ? std::expected<std::shared_ptr<const Clip>, std::string>(std::make_shared<const Clip>(std::move(*read)))
           : std::unexpected(read.error());
  return clips_.emplace(path, std::move(clip)).first->second;
}

std::string Sounds::levels(const Vector3d& source, double volume) const {
  std::string text;
  for (const auto& [listener, track] : listeners_) {
    const double distance = (listener->sound_position() - source).norm();
    const double gain = listener->gain(source, volume);
    text += fmt::format("; {} at {:.3f} m hears {}", listener->sound_path(), distance,
                        gain > 0 && volume > 0 ? fmt::format("{:.1f} dB", 20 * std::log10(gain * volume)) : "nothing");
  }
  return text;
}

}  // namespace lightsout
