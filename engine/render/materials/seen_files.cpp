// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/materials/seen_files.h"

#include <fmt/format.h>

#include <utility>

namespace lightsout {

const Texture* SeenFiles::texture(const std::filesystem::path& path, bool is_color, std::string& error) {
  const auto [it, is_first] = textures_.try_emplace({path, is_color});
  if (is_first) {
    const auto image = read_image_file(path);
    if (image && image->width > 0 && image->height > 0)
      it->second = std::make_unique<const Texture>(*image, is_color);
    else
      error = image ? "has no pixels" : image.error();
  }
  return it->second.get();
}

const Model* SeenFiles::model(const std::filesystem::path& path, const MeshSelection& selection, std::string& error) {
  const auto [it, is_first] = models_.try_emplace({path, selection.name, selection.material_index});
  if (is_first) {
    auto model = read_model_file(path, selection);
    if (model)
      it->second = std::make_unique<const Model>(std::move(*model));
    else
      error = model.error();
  }
  return it->second.get();
}

const SkyLight* SeenFiles::sky_light(const std::array<std::filesystem::path, 6>& sides, std::string& error) {
  const auto [it, is_first] = sky_lights_.try_emplace(sides);
  if (!is_first) return it->second.get();
  std::array<Image, 6> images;
  for (std::size_t i = 0; i < 6; ++i) {
    auto image = read_image_file(sides[i]);
    if (!image || image->width < 1 || image->height < 1) {
      error = fmt::format("{}: {}", sides[i].string(), image ? "has no pixels" : image.error());
      return nullptr;
    }
    images[i] = std::move(*image);
  }
  it->second = std::make_unique<const SkyLight>(images);
  return it->second.get();
}

}  // namespace lightsout
