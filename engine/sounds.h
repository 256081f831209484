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

#include "engine/clock.h"
#include "engine/wav_file.h"

namespace lightsout {

class Device;
class Microphone;
class Scene;
class Speaker;

class Sounds {
 public:
  static constexpr int rate = 44100;  // samples per second of microphones and recordings

  explicit Sounds(Scene& scene) : scene_(scene) {}

  // Speakers or microphones came or went.
  void changed() { known_ = false; }
  // The step that ended at the clock's time: microphones hear it, sounds go on and end.
  void play(const Clock& clock);
  // Each file is read once. The error says why it cannot be played.
  std::expected<std::shared_ptr<const Clip>, std::string> clip(const std::filesystem::path& path);
  // Files that the sounds of a scene before this one have read are not read again.
  void share_clips(const Sounds& other) { clips_ = other.clips_; }
  // "2.1 m, -6.4 dB at ROBOT.microphone" of every microphone, for the log; volume 0 to 1.
  std::string levels(const Speaker& speaker, double volume);

  // Every speaker and microphone with what it gave or heard in the last step; empty unless the scene captures sounds.
  struct Track {
    const Device* device;
    std::vector<float> samples;
  };
  std::span<const Track> tracks() const { return tracks_; }

 private:
  void collect();
  Scene& scene_;
  bool known_ = false;
  std::vector<Speaker*> speakers_;
  std::vector<Microphone*> microphones_;
  std::vector<float> mixed_;
  std::vector<Track> tracks_;
  std::map<std::filesystem::path, std::expected<std::shared_ptr<const Clip>, std::string>> clips_;
};

}  // namespace lightsout
