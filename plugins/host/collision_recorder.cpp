// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/collision_recorder.h"

#include <fmt/format.h>

#include "engine/bodies/solid.h"
#include "engine/files/json_text.h"
#include "engine/files/output_file.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"
#include "engine/state/clock.h"
#include "plugins/host/physics_host.h"

namespace lightsout {
namespace {

// A geom's, or a boundingObject's space, which is a pair's when a plugin handles all of it at once.
std::string solid_of(const Scene& scene, dGeomID geom) {
  if (dGeomIsSpace(geom)) {
    for (const auto& solid : scene.solids())
      if (reinterpret_cast<dGeomID>(solid->space()) == geom) return json_text(solid->path());
    return "null";
  }
  const Shape* shape = shape_of(geom);
  return shape && shape->solid ? json_text(shape->solid->path()) : "null";
}

class CollisionRecorder final : public Recorder {
 public:
  CollisionRecorder(OutputFile file, PhysicsHost& host) : file_(std::move(file)), host_(host) {}

  void begin(const Recorded& run) override { sample(run); }
  void sample(const Recorded& run) override {
    if (host_.notable_pairs().empty() || !failure().empty()) return;
    const Scene& scene = run.scene;
    line_ = fmt::format("{{\"time\":{},\"pairs\":[", run.clock.time());
    for (const auto& [first, second] : host_.notable_pairs())
      line_ +=
          fmt::format("{}[{},{}]", line_.back() == '[' ? "" : ",", solid_of(scene, first), solid_of(scene, second));
    line_ += "]}\n";
    file_.write(line_);
  }
  void end(const Recorded&) override { file_.close(); }
  const std::string& failure() const override { return file_.failure(); }

 private:
  OutputFile file_;
  PhysicsHost& host_;
  std::string line_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_collision_recorder(const std::filesystem::path& file,
                                                                              PhysicsHost& host) {
  auto output = OutputFile::open(file.string());
  if (!output) return std::unexpected(output.error());
  return std::make_unique<CollisionRecorder>(std::move(*output), host);
}

}  // namespace lightsout
