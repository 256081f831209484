// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A PNG of every image that a camera takes for its controller: <folder>/<device path>.<milliseconds>.png, counted over
// resets, where `/` is `_`; of cameras that would be called alike the second of the scene tree is called <device
// path>#2, and so on.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "engine/image/image_writer.h"
#include "engine/recorders/recorder.h"
#include "engine/robots/components/shown_image.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"

namespace lightsout {
namespace {

class ImageRecorder final : public Recorder {
 public:
  explicit ImageRecorder(std::string folder) : folder_(std::move(folder)) {}

  void begin(const Recorded& run) override {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) failure_ = fmt::format("{}: {}", folder_, error.message());
    // What a run had taken before its snapshot was taken in that run.
    for_each_camera(run, [this](const std::string& name, const ShownImage& image) { counts_[name] = image.count; });
  }

  void sample(const Recorded& run) override {
    for_each_camera(run, [&](const std::string& name, const ShownImage& image) {
      std::uint32_t& known = counts_[name];
      if (image.count == 0 || image.count == known || image.bgra.empty() || !failure_.empty()) return;
      known = image.count;
      write(name, image, run.total_seconds);
    });
  }

  const std::string& failure() const override { return failure_; }

 private:
  template <class Look>
  static void for_each_camera(const Recorded& run, Look look) {
    std::map<std::string, int> bearers;
    for (const Robot* robot : robots_of(run.scene)) {
      for (const auto& device : robot->devices()) {
        const auto* camera = dynamic_cast<const ShowsImage*>(device);
        if (!camera) continue;
        std::string name = device->path();
        std::ranges::replace(name, '/', '_');
        if (const int number = ++bearers[name]; number > 1) name += fmt::format("#{}", number);
        look(name, camera->shown_image());
      }
    }
  }

  void write(const std::string& name, const ShownImage& image, double seconds) {
    const std::filesystem::path path =
        std::filesystem::path(folder_) / fmt::format("{}.{:010.3f}.png", name, seconds * 1e3);
    if (const auto written = write_image_file(path, image.width, image.height, image.bgra); !written)
      failure_ = fmt::format("{}: {}", path.string(), written.error());
  }

  std::string folder_;
  std::map<std::string, std::uint32_t> counts_;  // by name in files: images that were looked at
  std::string failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_image_recorder(std::string folder) {
  return std::make_unique<ImageRecorder>(std::move(folder));
}

}  // namespace lightsout
