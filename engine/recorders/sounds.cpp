// A WAV file of every speaker and every microphone of the world: <folder>/<device path>.wav, from the start of the run
// to its end. A speaker's is what it plays, a microphone's what it hears, whether a controller listens or not.
#include "engine/sounds.h"

#include <fmt/format.h>

#include <map>

#include "engine/device.h"
#include "engine/recorders/recorder.h"
#include "engine/scene.h"
#include "engine/simulation.h"

namespace lightsout {
namespace {

class SoundRecorder final : public Recorder {
 public:
  explicit SoundRecorder(std::string folder) : folder_(std::move(folder)) {}

  void begin(const Simulation&) override {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) failure_ = fmt::format("{}: {}", folder_, error.message());
  }

  void sample(const Simulation& simulation) override {
    const Sounds* sounds = simulation.scene().heard();
    if (!sounds || !failure_.empty()) return;
    for (const Sounds::Track& track : sounds->tracks()) {
      auto writer = writers_.find(track.device->path());
      if (writer == writers_.end()) {
        std::string name = track.device->path();
        for (char& c : name)
          if (c == '/') c = '_';
        writer =
            writers_.try_emplace(track.device->path(), std::filesystem::path(folder_) / (name + ".wav"), Sounds::rate)
                .first;
      }
      writer->second.write(track.samples);
      if (!writer->second.failure().empty()) failure_ = writer->second.failure();
    }
  }

  void end(const Simulation&) override {
    for (auto& [path, writer] : writers_) {
      writer.close();
      if (failure_.empty()) failure_ = writer.failure();
    }
  }

  const std::string& failure() const override { return failure_; }

 private:
  std::string folder_;
  std::map<std::string, WavWriter> writers_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_sound_recorder(std::string folder) {
  return std::make_unique<SoundRecorder>(std::move(folder));
}

}  // namespace lightsout
