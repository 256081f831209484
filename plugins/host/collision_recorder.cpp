#include "plugins/host/collision_recorder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "engine/geometry.h"
#include "engine/simulation.h"
#include "engine/solid.h"
#include "plugins/host/json_text.h"
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
  CollisionRecorder(std::string path, std::FILE* file, PhysicsHost& host)
      : path_(std::move(path)), file_(file), host_(host) {}
  ~CollisionRecorder() override { std::fclose(file_); }

  void begin(const Simulation& simulation) override { sample(simulation); }
  void sample(const Simulation& simulation) override {
    if (host_.notable_pairs().empty() || !failure_.empty()) return;
    const Scene& scene = simulation.scene();
    line_ = fmt::format("{{\"time\":{},\"pairs\":[", simulation.clock().time());
    for (const auto& [first, second] : host_.notable_pairs())
      line_ +=
          fmt::format("{}[{},{}]", line_.back() == '[' ? "" : ",", solid_of(scene, first), solid_of(scene, second));
    line_ += "]}\n";
    if (std::fwrite(line_.data(), 1, line_.size(), file_) != line_.size() || std::fflush(file_) != 0)
      failure_ = fmt::format("{}: {}", path_, std::strerror(errno));
  }
  const std::string& failure() const override { return failure_; }

 private:
  std::string path_;
  std::FILE* file_;
  PhysicsHost& host_;
  std::string line_;
  std::string failure_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_collision_recorder(const std::filesystem::path& file,
                                                                              PhysicsHost& host) {
  std::FILE* stream = std::fopen(file.c_str(), "we");
  if (!stream) return std::unexpected(fmt::format("{}: {}", file.string(), std::strerror(errno)));
  return std::make_unique<CollisionRecorder>(file.string(), stream, host);
}

}  // namespace lightsout
