// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/materials/material.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/mesh/model_file.h"
#include "engine/render/materials/seen_files.h"
#include "engine/shapes/screens.h"
#include "engine/state/log.h"
#include "world_format/nodes/assets.h"

namespace lightsout {
namespace {

// Scaling and rotation about the centre, after the translation (VRML97, 6.49).
std::array<float, 6> place_of(const Node* transform) {
  if (!transform) return {1, 0, 0, 0, 1, 0};
  const Vec2 &center = transform->get<Vec2>("center"), &scale = transform->get<Vec2>("scale"),
             &shift = transform->get<Vec2>("translation");
  const double angle = transform->get<double>("rotation"), c = std::cos(angle), s = std::sin(angle);
  const double a = scale.x * c, b = scale.x * -s, d = scale.y * s, e = scale.y * c;
  const double x = shift.x + center.x, y = shift.y + center.y;
  return {float(a), float(b), float(a * x + b * y - center.x), float(d), float(e), float(d * x + e * y - center.y)};
}

float number(const Node& node, std::string_view field) { return float(node.get<double>(field)); }

Light3 scaled(const Light3& light, float factor) { return {light[0] * factor, light[1] * factor, light[2] * factor}; }

}  // namespace

TextureUse MaterialReader::texture(const Node* image_texture, bool is_color) {
  if (!image_texture) return {};
  const Texture::Wrap wrap{image_texture->get<bool>("repeatS"), image_texture->get<bool>("repeatT")};
  const int filtering = image_texture->get<std::int32_t>("filtering");
  const Screen* screen = screens_ ? screens_->find(image_texture->id()) : nullptr;
  if (screen) return {screen_textures_.find(*screen), wrap, filtering, true};
  if (image_texture->get<MFString>("url").empty()) return {};
  const auto path = asset_path(world_, image_texture->get<MFString>("url")[0], image_texture->span_of("url"));
  if (!path) return {};  // reported when the world was loaded
  std::string error;
  const Texture* found = files_->texture(*path, is_color, error);
  if (!error.empty())
    log_.write(LogLevel::Warning, describe(*image_texture),
               fmt::format("cameras see the plain material: {}: {}", path->string(), error));
  return {found, wrap, filtering};
}

Material MaterialReader::read(const Node* appearance) {
  if (appearance && appearance->is_a("PBRAppearance")) return read_pbr(*appearance);
  if (appearance && appearance->is_a("Appearance")) return read_phong(*appearance);
  return {};
}

Material MaterialReader::read_marks(const Node* appearance) const {
  Material result;
  const Node* material = appearance && appearance->is_a("Appearance") ? appearance->node("material") : nullptr;
  if (material) result.diffuse = linear_of_srgb(material->get<Color>("emissiveColor"));
  return result;
}

// An image stands in the place of the diffuse colour, and leaves no highlight. Without a Material the surface is not
// lit (VRML97, 6.3).
Material MaterialReader::read_phong(const Node& appearance) {
  Material result;
  result.color = texture(appearance.node("texture"), true);
  result.has_screen = result.color.is_screen;
  result.place = place_of(appearance.node("textureTransform"));
  const Node* material = appearance.node("material");
  if (!material) return result;
  result.kind = Material::Kind::Phong;
  result.diffuse = linear_of_srgb(material->get<Color>("diffuseColor"));
  if (result.color) result.diffuse = {1, 1, 1};
  result.ambient = scaled(result.diffuse, number(*material, "ambientIntensity"));
  if (!result.color) result.specular = linear_of_srgb(material->get<Color>("specularColor"));
  result.exponent = 128 * number(*material, "shininess");
  result.emissive = linear_of_srgb(material->get<Color>("emissiveColor"));
  result.opacity = 1 - number(*material, "transparency");
  return result;
}

Material MaterialReader::read_pbr(const Node& appearance) {
  Material result;
  result.kind = Material::Kind::Pbr;
  result.diffuse = linear_of_srgb(appearance.get<Color>("baseColor"));
  result.opacity = 1 - number(appearance, "transparency");
  result.roughness = number(appearance, "roughness");
  result.metalness = number(appearance, "metalness");
  result.sky_strength = number(appearance, "IBLStrength");
  result.normal_factor = number(appearance, "normalMapFactor");
  result.occlusion_strength = number(appearance, "occlusionMapStrength");
  result.color = texture(appearance.node("baseColorMap"), true);
  result.roughness_map = texture(appearance.node("roughnessMap"), false);
  result.metalness_map = texture(appearance.node("metalnessMap"), false);
  result.normal_map = texture(appearance.node("normalMap"), false);
  result.occlusion_map = texture(appearance.node("occlusionMap"), false);
  result.emissive_map = texture(appearance.node("emissiveColorMap"), false);
  result.has_screen = result.color.is_screen || result.emissive_map.is_screen;
  const float intensity = number(appearance, "emissiveIntensity");
  // A map takes the colour's place.
  result.emissive = result.emissive_map ? Light3{intensity, intensity, intensity}
                                        : scaled(linear_of_srgb(appearance.get<Color>("emissiveColor")), intensity);
  result.place = place_of(appearance.node("textureTransform"));
  return result;
}

// Dull, no metal.
Material MaterialReader::of_file(const ModelMaterial& material, const std::filesystem::path& folder) {
  Material result;
  result.kind = Material::Kind::Pbr;
  for (std::size_t k = 0; k < 3; ++k) {
    result.diffuse[k] = linear_of_srgb(material.diffuse[k]);
    result.emissive[k] = linear_of_srgb(material.emissive[k]);
  }
  result.opacity = material.opacity;
  result.roughness = 1;
  result.metalness = 0;
  if (material.diffuse_map.empty()) return result;
  std::string name = material.diffuse_map;
  std::ranges::replace(name, '\\', '/');
  const std::filesystem::path path = folder / name;
  std::string error;
  // A name in a mesh file leads to the file's own folder and what is below.
  const bool leaves = std::filesystem::path(name).is_absolute() || name.find("..") != name.npos;
  if (!leaves) result.color.texture = files_->texture(path, true, error);
  if (leaves && files_->is_new(path.string())) error = "is not below the folder of the mesh";
  if (!error.empty())
    log_.write(LogLevel::Warning, "", fmt::format("cameras see the plain material: {}: {}", path.string(), error));
  return result;
}

}  // namespace lightsout
