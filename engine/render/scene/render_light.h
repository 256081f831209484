// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What lights a world, besides what is on its surfaces: lights, sky, fog.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/render/materials/color.h"
#include "engine/render/materials/sky_images.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class SeenFiles;
class Stage;

struct RenderLight {
  enum class Kind : std::uint8_t { Directional, Point, Spot };
  Kind kind = Kind::Directional;
  Light3 color = {1, 1, 1};                                             // times its intensity
  Vector3d position = Vector3d::Zero(), direction = Vector3d::UnitX();  // world; where the light goes
  std::array<float, 3> attenuation = {1, 0, 0};
  float radius = 0, beam_width = 0, cut_off = 0;
  bool casts_shadows = false;
  // Of a directional light: where it comes from, in a body with that world_from_body.
  Eigen::Vector3f towards_in(const Eigen::Matrix3d& turn) const {
    const Eigen::Matrix3f back = turn.cast<float>().transpose();
    return back * Eigen::Vector3f(-direction.cast<float>());
  }
  int side = -1;  // of all bodies, RenderBody::lit_sides; -1: none
};

// All that are on, in scene-tree order; `ambient`: sum over them of ambientIntensity times the colour.
std::vector<RenderLight> read_lights(Stage& stage, Light3& ambient);

struct RenderSky {
  Light3 shown = {0, 0, 0};    // as light, at exposure 1
  Light3 ambient = {0, 0, 0};  // what PBR surfaces get of it
  // In the place of both, where a Background has images.
  SkyBox box;
  float box_factor = 1;  // light of the box at exposure 1, for that of the Viewpoint
  const SkyLight* light = nullptr;
  float light_factor = 1;  // its luminosity
  bool z_is_up = true;
  std::vector<std::string> files;  // that the images are of, as the world names them
};

// What stands at the world's top. An image that cannot be read, and a cube with less than six sides, is said once, and
// the skyColor is taken. `before`: as it was read the last time.
RenderSky read_sky(Stage& stage, SeenFiles& files, const RenderSky& before);

struct RenderFog {
  enum class Kind : std::uint8_t { None, Linear, Exponential, Exponential2 };
  Kind kind = Kind::None;
  Light3 color = {1, 1, 1};
  float range = 0;
};
RenderFog read_fog(const Stage& stage);

// The first node of that type at the world's top, or nullptr.
const Node* top_node(const Stage& stage, std::string_view type);

}  // namespace lightsout
