// Mesh files that assimp reads, in a child process of bounded memory and processor time: assimp takes what a broken
// file makes it take, and crashes by some.
#pragma once

#include <expected>
#include <filesystem>
#include <string>

#include "engine/mesh/mesh_file.h"
#include "engine/mesh/model_file.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {

// Not welded. The error does not name the file.
std::expected<TriangleMesh, std::string> read_with_assimp(const std::filesystem::path& path,
                                                          const MeshSelection& selection);
std::expected<Model, std::string> read_model_with_assimp(const std::filesystem::path& path,
                                                         const MeshSelection& selection);

}  // namespace lightsout
