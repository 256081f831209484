// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/mesh/mesh_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "engine/mesh/assimp_reader.h"
#include "engine/mesh/model_file.h"
#include "engine/mesh/triangle_mesh.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

std::expected<std::string, std::string> read_bytes(const std::filesystem::path& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return std::unexpected(std::strerror(errno));
  std::string bytes;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error), most = std::uintmax_t(value_of(Limit::FileBytes));
  if (!error && size > most) return std::unexpected("is too large: " + how_to_raise(Limit::FileBytes));
  if (!error) bytes.reserve(size);
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) {
    bytes.append(buffer, n);
    if (bytes.size() > most) return std::unexpected("is too large: " + how_to_raise(Limit::FileBytes));
  }
  if (std::ferror(file.get())) return std::unexpected(std::strerror(errno));
  return bytes;
}

bool ends_in(const std::filesystem::path& path, std::string_view lower_case) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = char(c | 0x20);
  return extension == lower_case;
}

bool is_stl(const std::filesystem::path& path) { return ends_in(path, ".stl"); }
bool is_octree(const std::filesystem::path& path) { return ends_in(path, ".bt") || ends_in(path, ".ot"); }

}  // namespace

std::expected<TriangleMesh, std::string> read_mesh_file(const std::filesystem::path& path,
                                                        const MeshSelection& selection) {
  const auto failed = [&](const std::string& why) {
    return std::unexpected(fmt::format("{}: {}", path.string(), why));
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return failed("is a folder, not a mesh");
  if (is_stl(path)) {
    const auto bytes = read_bytes(path);
    if (!bytes) return failed(bytes.error());
    auto mesh = read_stl(*bytes);
    if (!mesh) return failed(mesh.error());
    return mesh;
  }
  if (!std::filesystem::exists(path, error)) return failed("No such file or directory");
  auto mesh = is_octree(path) ? read_octree(path) : read_with_assimp(path, selection);
  if (!mesh) return failed(mesh.error());
  weld(*mesh);
  return mesh;
}

std::expected<Model, std::string> read_model_file(const std::filesystem::path& path, const MeshSelection& selection) {
  std::error_code error;
  if (is_stl(path)) {
    auto mesh = read_mesh_file(path, selection);
    if (!mesh) return std::unexpected(mesh.error());
    Model model;
    ModelPart& part = model.parts.emplace_back();
    part.positions = std::move(mesh->vertices);
    for (const Eigen::Vector3i& t : mesh->triangles)
      part.triangles.push_back({std::uint32_t(t[0]), std::uint32_t(t[1]), std::uint32_t(t[2])});
    return model;
  }
  const auto failed = [&](const std::string& why) {
    return std::unexpected(fmt::format("{}: {}", path.string(), why));
  };
  if (std::filesystem::is_directory(path, error)) return failed("is a folder, not a mesh");
  if (!std::filesystem::exists(path, error)) return failed("No such file or directory");
  auto model = read_model_with_assimp(path, selection);
  if (!model) return failed(model.error());
  return model;
}

}  // namespace lightsout
