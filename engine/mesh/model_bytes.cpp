// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "engine/mesh/model_file.h"

namespace lightsout {
namespace {

struct Writer {
  std::vector<std::byte>& bytes;
  void raw(const void* data, std::size_t size) {
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    if (size > 0) std::memcpy(bytes.data() + at, data, size);
  }
  template <class T>
  void list(const T& values) {
    const std::uint64_t count = values.size();
    raw(&count, sizeof count);
    raw(values.data(), count * sizeof values[0]);
  }
};

struct Reader {
  std::span<const std::byte> bytes;
  bool failed = false;
  void raw(void* data, std::size_t size) {
    if (failed || size > bytes.size()) {
      failed = true;
      return;
    }
    if (size > 0) std::memcpy(data, bytes.data(), size);
    bytes = bytes.subspan(size);
  }
  // `least`: bytes that each element has at least.
  std::size_t count(std::size_t least) {
    std::uint64_t value = 0;
    raw(&value, sizeof value);
    if (value > bytes.size() / least) failed = true;
    return failed ? 0 : std::size_t(value);
  }
  template <class T>
  void list(T& values) {
    values.resize(count(sizeof values[0]));
    raw(values.data(), values.size() * sizeof values[0]);
  }
};

}  // namespace

std::vector<std::byte> bytes_of(const Model& model) {
  std::vector<std::byte> bytes;
  Writer to{bytes};
  const std::uint64_t counts[] = {model.parts.size(), model.materials.size(), model.bones.size()};
  to.raw(counts, sizeof counts);
  for (const ModelPart& part : model.parts) {
    to.list(part.positions);
    to.list(part.normals);
    to.list(part.coordinates);
    to.list(part.triangles);
    to.raw(&part.material, sizeof part.material);
    to.list(part.bones);
    to.list(part.weights);
  }
  for (const ModelMaterial& material : model.materials) {
    to.list(material.name);
    to.raw(&material.diffuse, sizeof material.diffuse);
    to.raw(&material.emissive, sizeof material.emissive);
    to.raw(&material.opacity, sizeof material.opacity);
    to.list(material.diffuse_map);
  }
  for (const ModelBone& bone : model.bones) {
    to.list(bone.name);
    to.raw(&bone.parent, sizeof bone.parent);
    to.raw(bone.bone_from_model.data(), sizeof(float) * 16);
    to.raw(bone.model_from_bone.data(), sizeof(float) * 16);
  }
  return bytes;
}

std::expected<Model, std::string> model_of(std::span<const std::byte> bytes) {
  Reader from{bytes};
  std::uint64_t counts[3] = {};
  from.raw(counts, sizeof counts);
  if (std::ranges::any_of(counts, [&](std::uint64_t count) { return count > bytes.size(); }))
    return std::unexpected("is damaged");
  Model model;
  for (std::uint64_t i = 0; i < counts[0] && !from.failed; ++i) {
    ModelPart& part = model.parts.emplace_back();
    from.list(part.positions);
    from.list(part.normals);
    from.list(part.coordinates);
    from.list(part.triangles);
    from.raw(&part.material, sizeof part.material);
    from.list(part.bones);
    from.list(part.weights);
    const std::size_t corners = part.positions.size();
    const auto fits = [corners](std::size_t size) { return size == 0 || size == corners; };
    if (!fits(part.normals.size()) || !fits(part.coordinates.size())) from.failed = true;
    if (!fits(part.bones.size()) || part.bones.size() != part.weights.size()) from.failed = true;
    for (const auto& bones : part.bones)
      for (const std::uint32_t bone : bones)
        if (bone >= counts[2]) return std::unexpected("names a bone that it does not have");
    for (const auto& triangle : part.triangles)
      for (const std::uint32_t corner : triangle)
        if (corner >= corners) return std::unexpected("names a vertex that it does not have");
  }
  for (std::uint64_t i = 0; i < counts[1] && !from.failed; ++i) {
    ModelMaterial& material = model.materials.emplace_back();
    from.list(material.name);
    from.raw(&material.diffuse, sizeof material.diffuse);
    from.raw(&material.emissive, sizeof material.emissive);
    from.raw(&material.opacity, sizeof material.opacity);
    from.list(material.diffuse_map);
  }
  for (std::uint64_t i = 0; i < counts[2] && !from.failed; ++i) {
    ModelBone& bone = model.bones.emplace_back();
    from.list(bone.name);
    from.raw(&bone.parent, sizeof bone.parent);
    if (bone.parent < -1 || bone.parent >= std::int64_t(i)) from.failed = true;
    from.raw(bone.bone_from_model.data(), sizeof(float) * 16);
    from.raw(bone.model_from_bone.data(), sizeof(float) * 16);
  }
  if (from.failed) return std::unexpected("is damaged");
  return model;
}

}  // namespace lightsout
