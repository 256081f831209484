// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Files that others' libraries read, assimp meshes and octomap octrees, in a child process of bounded memory and
// processor time: these take what a broken file makes them take, and crash by some.
#pragma once

#include <expected>
#include <filesystem>
#include <string>

#include "engine/mesh/mesh_file.h"
#include "engine/mesh/model_file.h"
#include "engine/mesh/triangle_mesh.h"

namespace lightsout {

// All throw MachineLacks (limited_child.h) where no process was to be had.
// Not welded. The error does not name the file.
std::expected<TriangleMesh, std::string> read_with_assimp(const std::filesystem::path& path,
                                                          const MeshSelection& selection);
// The occupied cells of an octree, see octomap_module.cpp.
std::expected<TriangleMesh, std::string> read_octree(const std::filesystem::path& path);
std::expected<Model, std::string> read_model_with_assimp(const std::filesystem::path& path,
                                                         const MeshSelection& selection);

}  // namespace lightsout
