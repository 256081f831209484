// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Mesh files as they are seen: parts with normals, texture coordinates and materials.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/mesh/mesh_file.h"

namespace lightsout {

// Colours as the file has them: sRGB.
struct ModelMaterial {
  std::string name;
  std::array<float, 3> diffuse = {1, 1, 1}, emissive = {0, 0, 0};
  float opacity = 1;
  std::string diffuse_map;  // as the file names it; "": none
};

struct ModelPart {
  std::vector<Eigen::Vector3f> positions;
  std::vector<Eigen::Vector3f> normals;      // one a position, or none
  std::vector<Eigen::Vector2f> coordinates;  // likewise
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::uint32_t material = 0;  // may be none of the model's
  // Of a skin, one a position: bones of the model that move it, and how much; else none.
  std::vector<std::array<std::uint32_t, 4>> bones;
  std::vector<std::array<float, 4>> weights;  // of sum 1
};

// A bone of a skin, as it stands when nothing moves it. A bone comes before those below it.
struct ModelBone {
  std::string name;
  std::int32_t parent = -1;                                       // the next bone above it in the file's tree; -1: none
  Eigen::Matrix4f bone_from_model = Eigen::Matrix4f::Identity();  // where the skin was laid around it
  Eigen::Matrix4f model_from_bone = Eigen::Matrix4f::Identity();  // in the file's scene
};

struct Model {
  std::vector<ModelPart> parts;
  std::vector<ModelMaterial> materials;
  std::vector<ModelBone> bones;
};

// As read_mesh_file(), axes and scale too. An STL file is one part without normals.
std::expected<Model, std::string> read_model_file(const std::filesystem::path& path,
                                                  const MeshSelection& selection = {});

// A model as the process that reads the file hands it over.
std::vector<std::byte> bytes_of(const Model& model);
// Nothing if the bytes are none of a model whose triangles have all their corners, and its corners their bones.
std::expected<Model, std::string> model_of(std::span<const std::byte> bytes);

}  // namespace lightsout
