// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is heard: carries the sound of all speakers to all microphones, step by step, weaker by distance. Sound has no
// travelling time and no walls; nothing of it acts on the motion.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/files/wav_file.h"
#include "engine/state/clock.h"
#include "engine/state/part.h"
#include "engine/state/pose.h"

namespace lightsout {

class FileListener;
class SoundListener;
class Stage;

// What makes sounds.
class SoundSource {
 public:
  virtual Vector3d sound_position() const = 0;  // world axes, m
  virtual bool is_silent() const = 0;
  // Adds what it plays in the coming samples, as the listener hears it; nullptr: as it is played.
  virtual void add_to(std::span<float> samples, const SoundListener* listener) const = 0;
  // So many samples of Sounds::rate have been played, in dt seconds.
  virtual void advance(std::size_t samples, double dt) = 0;

 protected:
  ~SoundSource() = default;
};

// What hears them.
class SoundListener {
 public:
  virtual const std::string& sound_path() const = 0;
  virtual Vector3d sound_position() const = 0;
  virtual bool is_listening() const = 0;
  // The factor at which it hears something of this volume there (world axes).
  virtual double gain(const Vector3d& source, double volume) const = 0;
  virtual void hear(std::span<const float> samples) = 0;

 protected:
  ~SoundListener() = default;
};

class Sounds final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Sounds;
  static constexpr int rate = 44100;  // samples per second of microphones and recordings

  explicit Sounds(Stage& stage) : stage_(stage) {}

  // In scene-tree order; `path` names it in recordings.
  void add(SoundSource& source, const std::string& path);
  void add(SoundListener& listener);
  // The step that ended at the clock's time: microphones hear it, sounds go on and end.
  void sense(const Clock& clock) override;
  // Each file is read once. The error says why it cannot be played.
  std::expected<std::shared_ptr<const Clip>, std::string> clip(const std::filesystem::path& path);
  // Of each file before it is read; may be none.
  void tell(std::shared_ptr<FileListener> listener) { listener_ = std::move(listener); }
  // Files that the sounds of a scene before this one have read are not read again.
  void share_clips(const Sounds& other) { clips_ = other.clips_; }
  // "2.1 m, -6.4 dB at ROBOT.microphone" of every microphone, for the log; volume 0 to 1.
  std::string levels(const Vector3d& source, double volume) const;

  // Every speaker and microphone with what it gave or heard in the last step; empty unless the scene captures sounds.
  struct Track {
    std::string path;  // of the device
    std::vector<float> samples;
  };
  std::span<const Track> tracks() const { return tracks_; }

 private:
  // The new track's index; none unless sounds are captured.
  std::size_t add_track(const std::string& path);
  static constexpr std::size_t none = std::size_t(-1);
  struct Source {
    SoundSource* source;
    std::size_t track;
  };
  struct Heard {
    SoundListener* listener;
    std::size_t track;
  };
  Stage& stage_;
  std::shared_ptr<FileListener> listener_;
  std::vector<Source> sources_;
  std::vector<Heard> listeners_;
  std::vector<float> mixed_;
  std::vector<Track> tracks_;
  std::map<std::filesystem::path, std::expected<std::shared_ptr<const Clip>, std::string>> clips_;
};

}  // namespace lightsout
