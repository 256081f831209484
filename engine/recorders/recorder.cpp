// The list of recorders, and what all of them record unless told otherwise.
#include "engine/recorders/recorder.h"

#include <fmt/format.h>

#include "engine/bodies/solid.h"
#include "engine/recorders/output_names.h"
#include "engine/scene/scene.h"

namespace lightsout {

using RecorderResult = std::expected<std::unique_ptr<Recorder>, std::string>;

#define RECORDER(ending, factory) RecorderResult factory(const RecorderOptions&);
#include "engine/recorders/recorders.def"
#undef RECORDER

std::string wrong_record_name(const std::string& path) {
  std::string known;
  if (path == "-") return {};
#define RECORDER(ending, factory)        \
  if (path.ends_with(ending)) return {}; \
  known += known.empty() ? "" : ", ";    \
  known += ending;
#include "engine/recorders/recorders.def"
#undef RECORDER
  return fmt::format("{}: the name's ending tells the format, one of: {}", path, known);
}

std::string wrong_animation_name(const std::string& path) {
  return path.ends_with(".html") ? "" : fmt::format("{}: the name of an animation ends in .html", path);
}

RecorderResult make_recorder(const RecorderOptions& options) {
  if (options.path == "-") return make_csv_recorder(options);
#define RECORDER(ending, factory) \
  if (options.path.ends_with(ending)) return factory(options);
#include "engine/recorders/recorders.def"
#undef RECORDER
  return std::unexpected(wrong_record_name(options.path));
}

std::vector<const Solid*> recorded_solids(const Scene& scene) {
  std::vector<const Solid*> solids;
  for (const auto& solid : scene.solids()) {
    const bool is_robot = solid->node().is_a("Robot");
    const bool moves_by_itself = solid->can_move() && (solid->owns_body() || solid->joint() || !solid->parent());
    if (is_robot || moves_by_itself) solids.push_back(solid);
  }
  return solids;
}

}  // namespace lightsout
