#include "plugins/host/drawing_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "engine/device.h"
#include "engine/robot.h"
#include "engine/simulation.h"
#include "plugins/host/json_text.h"
#include "plugins/host/physics_host.h"

namespace lightsout {
namespace {

constexpr const char* kind_names[] = {"points", "lines", "triangles"};

class DrawingRecorder final : public Recorder {
 public:
  DrawingRecorder(std::string path, std::FILE* file, PhysicsHost& host)
      : path_(std::move(path)), file_(file), host_(host) {}
  ~DrawingRecorder() override { std::fclose(file_); }

  void begin(const Simulation& simulation) override { sample(simulation); }
  void sample(const Simulation& simulation) override {
    if (!host_.draws() || !failure_.empty()) return;
    line_ = fmt::format("{{\"time\":{},\"batches\":[", simulation.clock().time());
    first_ = true;
    draw(nullptr);
    for (const auto& robot : simulation.scene().robots())
      if (std::ranges::any_of(robot->devices(), [](const auto& d) { return d->kind() == LO_DEVICE_CAMERA; }))
        draw(robot->name().c_str());
    line_ += "]}\n";
    if (std::fwrite(line_.data(), 1, line_.size(), file_) != line_.size() || std::fflush(file_) != 0)
      failure_ = fmt::format("{}: {}", path_, std::strerror(errno));
  }
  const std::string& failure() const override { return failure_; }

 private:
  // Both passes of a view; nullptr: the main one.
  void draw(const char* view) {
    const std::string of_view = view ? fmt::format("\"view\":{},", json_text(view)) : "";
    for (int pass = 0; pass < 2; ++pass) {
      const DebugGeometry& drawing = host_.draw(pass, view);
      for (const auto& batch : drawing.batches) {
        line_ += fmt::format("{}{{{}\"pass\":{},\"kind\":\"{}\",\"size\":{},\"vertices\":[", first_ ? "" : ",", of_view,
                             pass, kind_names[std::size_t(batch.kind)], batch.size);
        first_ = false;
        for (std::uint32_t i = 0; i < batch.count; ++i) {
          const auto& v = drawing.vertices[batch.first + i].position;
          line_ += fmt::format("{}[{},{},{}]", i ? "," : "", v[0], v[1], v[2]);
        }
        line_ += "],\"colors\":[";
        for (std::uint32_t i = 0; i < batch.count; ++i) {
          const auto& c = drawing.vertices[batch.first + i].color;
          line_ += fmt::format("{}[{},{},{},{}]", i ? "," : "", c[0], c[1], c[2], c[3]);
        }
        line_ += "]}";
      }
    }
  }

  std::string path_;
  std::FILE* file_;
  PhysicsHost& host_;
  std::string line_;
  bool first_ = true;  // batch of the line
  std::string failure_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_drawing_recorder(const std::filesystem::path& file,
                                                                            PhysicsHost& host) {
  std::FILE* stream = std::fopen(file.c_str(), "we");
  if (!stream) return std::unexpected(fmt::format("{}: {}", file.string(), std::strerror(errno)));
  return std::make_unique<DrawingRecorder>(file.string(), stream, host);
}

}  // namespace lightsout
