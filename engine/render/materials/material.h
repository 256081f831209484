// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How a surface looks: what an Appearance or PBRAppearance says, in linear light.
#pragma once

#include <array>
#include <cstdint>

#include "engine/render/materials/color.h"
#include "engine/render/materials/texture.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Log;
class Screens;
class SeenFiles;
struct ModelMaterial;

struct TextureUse {
  const Texture* texture = nullptr;
  Texture::Wrap wrap;
  int filtering = 4;
  bool is_screen = false;
  explicit operator bool() const { return texture != nullptr; }
};

struct Material {
  enum class Kind : std::uint8_t { Unlit, Phong, Pbr };
  Kind kind = Kind::Unlit;
  Light3 diffuse = {1, 1, 1};  // Pbr: the base colour; Unlit: what is shown
  Light3 emissive = {0, 0, 0};
  float opacity = 1;
  // Phong
  Light3 ambient = {0, 0, 0}, specular = {0, 0, 0};
  float exponent = 0;
  // Pbr
  float roughness = 0, metalness = 1, sky_strength = 1, normal_factor = 1, occlusion_strength = 1;
  TextureUse color, roughness_map, metalness_map, normal_map, occlusion_map, emissive_map;
  // Texture coordinates (s, t, 1) on the surface -> in the image.
  std::array<float, 6> place = {1, 0, 0, 0, 1, 0};
  // A display shows its picture on it, which changes without an edit.
  bool has_screen = false;

  // Light passes through some of it: it is drawn over what is behind, and throws no shadow.
  bool is_invisible() const { return opacity <= 0; }
  bool is_see_through() const { return opacity < 1 || (color && color.texture->has_alpha()); }
  bool has_images() const {
    return color || roughness_map || metalness_map || normal_map || occlusion_map || emissive_map;
  }
};

class MaterialReader {
 public:
  MaterialReader(const World& world, Log& log) : world_(world), log_(log) {}
  // Files, and what displays show in the place of them; nullptr: there are none. Before all else.
  void look_at(const Screens* screens, SeenFiles& files) {
    screens_ = screens;
    files_ = &files;
  }
  // nullptr: white, unlit.
  Material read(const Node* appearance);
  // Of lines and points: its emissiveColor, or white, not lit.
  Material read_marks(const Node* appearance) const;
  // Of a mesh file; its images are named from the file's folder.
  Material of_file(const ModelMaterial& material, const std::filesystem::path& folder);
  TextureUse texture(const Node* image_texture, bool is_color);

 private:
  Material read_phong(const Node& appearance);
  Material read_pbr(const Node& appearance);
  const World& world_;
  SeenFiles* files_ = nullptr;
  Log& log_;
  const Screens* screens_ = nullptr;
  ScreenTextures screen_textures_;
};

}  // namespace lightsout
