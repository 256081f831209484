// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What was read of files to be seen: images and meshes, each once in the life of a world, however often its scene is
// built anew; and what was said of them.
#pragma once

#include <array>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/mesh/model_file.h"
#include "engine/render/materials/sky_images.h"
#include "engine/render/materials/texture.h"

namespace lightsout {

class SeenFiles {
 public:
  // nullptr: it cannot be read, and `error` says why, the first time; afterwards "".
  const Texture* texture(const std::filesystem::path& path, bool is_color, std::string& error);
  // The same.
  const Model* model(const std::filesystem::path& path, const MeshSelection& selection, std::string& error);
  // Of six files in the order of CubeSide; nullptr as above.
  const SkyLight* sky_light(const std::array<std::filesystem::path, 6>& sides, std::string& error);
  // True the first time for this text: a message that is said once.
  bool is_new(const std::string& text) { return said_.insert(text).second; }

 private:
  struct ModelKey {
    std::filesystem::path path;
    std::string name;
    int material_index;
    auto operator<=>(const ModelKey&) const = default;
  };
  std::map<std::pair<std::filesystem::path, bool>, std::unique_ptr<const Texture>> textures_;
  std::map<ModelKey, std::unique_ptr<const Model>> models_;
  std::map<std::array<std::filesystem::path, 6>, std::unique_ptr<const SkyLight>> sky_lights_;
  std::set<std::string> said_;
};

}  // namespace lightsout
