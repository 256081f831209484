// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/scene/render_light.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/media/lights.h"
#include "engine/render/materials/seen_files.h"
#include "engine/stage/parts.h"
#include "engine/stage/stage.h"
#include "engine/stage/world_axes.h"
#include "engine/state/log.h"
#include "world_format/nodes/assets.h"

namespace lightsout {
namespace {

// By CubeSide.
constexpr std::array<std::string_view, 6> sides = {"right", "left", "top", "bottom", "front", "back"};

std::vector<std::string> named_files(const Node& background) {
  static const auto fields = [] {
    std::vector<std::string> made;
    for (const std::string_view ending : {"Url", "IrradianceUrl"})
      for (const std::string_view side : sides) made.push_back(fmt::format("{}{}", side, ending));
    return made;
  }();
  std::vector<std::string> result;
  for (const std::string& field : fields) {
    const MFString& urls = background.get<MFString>(field);
    result.push_back(urls.empty() ? "" : urls[0]);
  }
  return result;
}

RenderLight read_light(const Lights::Light& light, const Light3& color) {
  const Node& node = *light.node;
  const auto intensity = float(node.get<double>("intensity"));
  RenderLight result;
  for (std::size_t k = 0; k < 3; ++k) result.color[k] = intensity * color[k];
  if (const Vector3d direction = light.direction(); !direction.isZero(0)) result.direction = direction;
  result.casts_shadows = node.get<bool>("castShadows");
  if (node.has("location")) {
    result.kind = node.is_a("SpotLight") ? RenderLight::Kind::Spot : RenderLight::Kind::Point;
    result.position = light.location();
    const Vec3 a = Lights::attenuation(node);
    result.attenuation = {float(a.x), float(a.y), float(a.z)};
    result.radius = float(node.get<double>("radius"));
  }
  if (result.kind == RenderLight::Kind::Spot) {
    result.cut_off = float(node.get<double>("cutOffAngle"));
    result.beam_width = float(node.get<double>("beamWidth"));
  }
  return result;
}

class SkyReader {
 public:
  SkyReader(const Node& background, Stage& stage, SeenFiles& files)
      : background_(background), stage_(stage), files_(files) {}

  bool read_box(SkyBox& box) {
    const auto paths = cube("Url");
    if (!paths) return false;
    SkyBox found;
    for (std::size_t i = 0; i < 6; ++i) {
      std::string error;
      found.sides[i] = files_.texture((*paths)[i], false, error);
      if (!error.empty()) say(fmt::format("{}: {}", (*paths)[i].string(), error));
      if (!found.sides[i]) return false;
    }
    box = found;
    return true;
  }

  const SkyLight* read_light() {
    std::optional<std::array<std::filesystem::path, 6>> paths = cube("IrradianceUrl");
    if (!paths) paths = cube("Url");
    if (!paths) return nullptr;
    std::string error;
    const SkyLight* light = files_.sky_light(*paths, error);
    if (!error.empty()) say(error);
    return light;
  }

 private:
  // Of all six sides; nothing where a side has none.
  std::optional<std::array<std::filesystem::path, 6>> cube(std::string_view ending) {
    std::array<std::filesystem::path, 6> paths;
    std::size_t named = 0, there = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const std::string field = fmt::format("{}{}", sides[i], ending);
      const MFString& urls = background_.get<MFString>(field);
      if (urls.empty()) continue;
      ++named;
      const auto path = asset_path(stage_.world(), urls[0], background_.span_of(field));
      if (!path) continue;  // reported when the world was loaded
      paths[i] = *path;
      ++there;
    }
    if (named > 0 && named < 6)
      say(fmt::format("{} of the six fields right{} to back{} have an image", named, ending, ending));
    if (there < 6) return std::nullopt;
    return paths;
  }

  void say(const std::string& what) {
    const std::string text = fmt::format("cameras see the skyColor: {}", what);
    if (files_.is_new(text)) stage_.log().write(LogLevel::Warning, describe(background_), text);
  }

  const Node& background_;
  Stage& stage_;
  SeenFiles& files_;
};

}  // namespace

const Node* top_node(const Stage& stage, std::string_view type) {
  for (const NodePtr& node : stage.world().nodes())
    if (node->is_a(type)) return node.get();
  return nullptr;
}

std::vector<RenderLight> read_lights(Stage& stage, Light3& ambient) {
  std::vector<RenderLight> lights;
  ambient = {0, 0, 0};
  for (const Lights::Light& light : stage.parts().get<Lights>().all()) {
    if (!light.node->get<bool>("on")) continue;
    const Light3 color = linear_of_srgb(light.node->get<Color>("color"));
    const auto part = float(light.node->get<double>("ambientIntensity"));
    for (std::size_t k = 0; k < 3; ++k) ambient[k] += part * color[k];
    lights.push_back(read_light(light, color));
  }
  return lights;
}

RenderSky read_sky(Stage& stage, SeenFiles& files, const RenderSky& before) {
  RenderSky sky;
  const Node* background = top_node(stage, "Background");
  if (!background) return sky;
  const Node* viewpoint = top_node(stage, "Viewpoint");
  const double exposure = viewpoint ? viewpoint->get<double>("exposure") : 1;
  const MFColor& colors = background->get<MFColor>("skyColor");
  const Color color = colors.empty() ? Color{} : colors[0];
  const double luminosity = background->get<double>("luminosity");
  const double values[3] = {color.r, color.g, color.b};
  for (std::size_t k = 0; k < 3; ++k) {
    sky.shown[k] = exposure > 0 ? float(light_shown_as(values[k]) / exposure) : 0;
    sky.ambient[k] = float(luminosity * linear_of_srgb(values[k]));
  }
  sky.files = named_files(*background);
  if (sky.files == before.files) {
    sky.box = before.box;
    sky.light = before.light;
  } else {
    SkyReader reader(*background, stage, files);
    reader.read_box(sky.box);
    sky.light = reader.read_light();
  }
  sky.box_factor = exposure > 0 ? float(1 / exposure) : 0;
  sky.light_factor = float(luminosity);
  sky.z_is_up = stage.axes().up.z() > 0.5;
  return sky;
}

RenderFog read_fog(const Stage& stage) {
  RenderFog result;
  const Node* fog = top_node(stage, "Fog");
  if (!fog || !(fog->get<double>("visibilityRange") > 0)) return result;
  const std::string& type = fog->get<std::string>("fogType");
  result.kind = type == "EXPONENTIAL"    ? RenderFog::Kind::Exponential
                : type == "EXPONENTIAL2" ? RenderFog::Kind::Exponential2
                                         : RenderFog::Kind::Linear;
  result.color = linear_of_srgb(fog->get<Color>("color"));
  result.range = float(fog->get<double>("visibilityRange"));
  return result;
}

}  // namespace lightsout
