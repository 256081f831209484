// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/drawing_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/files/json_text.h"
#include "engine/files/output_file.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/state/clock.h"
#include "plugins/host/physics_host.h"

namespace lightsout {
namespace {

constexpr const char* kind_names[] = {"points", "lines", "triangles"};

class DrawingRecorder final : public Recorder {
 public:
  DrawingRecorder(OutputFile file, PhysicsHost& host) : file_(std::move(file)), host_(host) {}

  void begin(const Recorded& run) override { sample(run); }
  void sample(const Recorded& run) override {
    if (!host_.draws() || !failure().empty()) return;
    line_ = fmt::format("{{\"time\":{},\"batches\":[", run.clock.time());
    first_ = true;
    draw(nullptr);
    for (const auto& robot : run.scene.robots())
      if (std::ranges::any_of(robot->devices(), [](const auto& d) { return d->kind() == LO_DEVICE_CAMERA; }))
        draw(robot->name().c_str());
    line_ += "]}\n";
    file_.write(line_);
  }
  void end(const Recorded&) override { file_.close(); }
  const std::string& failure() const override { return file_.failure(); }

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

  OutputFile file_;
  PhysicsHost& host_;
  std::string line_;
  bool first_ = true;  // batch of the line
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_drawing_recorder(const std::filesystem::path& file,
                                                                            PhysicsHost& host) {
  auto output = OutputFile::open(file.string());
  if (!output) return std::unexpected(output.error());
  return std::make_unique<DrawingRecorder>(std::move(*output), host);
}

}  // namespace lightsout
