// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A WAV file of every speaker and every microphone of the world: <folder>/<device path>.wav, from the start of the run
// to its end. A speaker's is what it plays, a microphone's what it hears, whether a controller listens or not.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "engine/media/sounds.h"
#include "engine/recorders/recorder.h"
#include "engine/scene/scene.h"
#include "engine/stage/parts.h"

namespace lightsout {
namespace {

class SoundRecorder final : public Recorder {
 public:
  explicit SoundRecorder(std::string folder) : folder_(std::move(folder)) {}

  void begin(const Recorded&) override {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) failure_ = fmt::format("{}: {}", folder_, error.message());
  }

  void sample(const Recorded& run) override {
    if (!failure_.empty()) return;
    const Sounds* sounds = run.scene.parts().find<Sounds>();
    const std::span<const Sounds::Track> tracks = sounds ? sounds->tracks() : std::span<const Sounds::Track>();
    for (const Sounds::Track& track : tracks) {
      auto writer = writers_.find(track.path);
      if (writer == writers_.end()) {
        std::string name = track.path;
        for (char& c : name)
          if (c == '/') c = '_';
        writer = writers_.try_emplace(track.path, std::filesystem::path(folder_) / (name + ".wav"), Sounds::rate).first;
      }
      catch_up(writer->second, writer->first);
      writer->second.write(track.samples);
      written_[writer->first] += track.samples.size();
      if (!writer->second.failure().empty()) failure_ = writer->second.failure();
    }
    elapsed_ +=
        tracks.empty() ? std::size_t(std::lround(run.clock.dt() * Sounds::rate)) : tracks.front().samples.size();
  }

  void end(const Recorded&) override {
    for (auto& [path, writer] : writers_) {
      catch_up(writer, path);
      writer.close();
      if (failure_.empty()) failure_ = writer.failure();
    }
  }

  const std::string& failure() const override { return failure_; }

 private:
  // Silence for the time in which the device was not there.
  void catch_up(WavWriter& writer, const std::string& path) {
    std::size_t& written = written_[path];
    if (written >= elapsed_) return;
    writer.write(std::vector<float>(elapsed_ - written));
    written = elapsed_;
  }

  std::string folder_;
  std::map<std::string, WavWriter> writers_;    // by path of the device
  std::map<std::string, std::size_t> written_;  // samples of each
  std::size_t elapsed_ = 0;                     // samples of the time before this step
  std::string failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_sound_recorder(std::string folder) {
  return std::make_unique<SoundRecorder>(std::move(folder));
}

}  // namespace lightsout
