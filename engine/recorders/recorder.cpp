// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The list of recorders, and what all of them record unless told otherwise.
#include "engine/recorders/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/bodies/solid.h"
#include "engine/recorders/output_names.h"
#include "engine/robots/device.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {

using RecorderResult = std::expected<std::unique_ptr<Recorder>, std::string>;

#define RECORDER(ending, name)                        \
  RecorderResult make_##name(const RecorderOptions&); \
  std::string wrong_##name(const RecorderOptions&);
#include "engine/recorders/recorders.def"
#undef RECORDER

namespace {

struct Format {
  std::string_view ending;
  RecorderResult (*make)(const RecorderOptions&);
  std::string (*wrong)(const RecorderOptions&);
};

constexpr Format formats[] = {
#define RECORDER(ending, name) {ending, make_##name, wrong_##name},
#include "engine/recorders/recorders.def"
#undef RECORDER
};

// nullptr if none has the ending. Standard output is a table.
const Format* format_of(const std::string& path) {
  const auto* found =
      std::ranges::find_if(formats, [&](const Format& format) { return path.ends_with(format.ending); });
  return path == "-" ? formats : found == std::end(formats) ? nullptr : found;
}

std::string unknown_ending() {
  std::string known;
  for (const Format& format : formats) known += (known.empty() ? "" : ", ") + std::string(format.ending);
  return "the name's ending tells the format, one of: " + known;
}

bool is_device(const std::string& path, const Scene& scene) {
  for (const Robot* robot : robots_of(scene))
    for (const Device* device : robot->devices())
      if (device->path() == path) return true;
  return false;
}

}  // namespace

std::string wrong_recording(const RecorderOptions& options) {
  const Format* format = format_of(options.path);
  const std::string why = format ? format->wrong(options) : unknown_ending();
  return why.empty() ? why : fmt::format("{}: {}", options.path, why);
}

std::string missing_in(const RecorderOptions& options, const Scene& scene) {
  const bool has_devices = std::ranges::any_of(options.what, [](Subject subject) {
    return subject == Subject::Motors || subject == Subject::Readings || subject == Subject::Images;
  });
  for (const std::string& name : options.select) {
    if (scene.find_solid(name) || (has_devices && is_device(name, scene))) continue;
    std::vector<std::string_view> paths;
    for (const auto& solid : scene.solids()) paths.push_back(solid->path());
    const std::string_view meant = did_you_mean(name, paths);
    return fmt::format("--select {}: the world has no solid of this DEF or path{}", name,
                       meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
  }
  return {};
}

std::string wrong_animation_name(const std::string& path) {
  return path.ends_with(".html") ? "" : fmt::format("{}: the name of an animation ends in .html", path);
}

RecorderResult make_recorder(const RecorderOptions& options) {
  if (std::string why = wrong_recording(options); !why.empty()) return std::unexpected(why);
  return format_of(options.path)->make(options);
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
