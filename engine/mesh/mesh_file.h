// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Reads mesh files: STL by our own reader, octrees of octomap (.bt, .ot: the cubes of their occupied cells) through
// octomap, everything else that assimp knows through assimp; both are loaded when the first such file is. Positions are
// in metres as the file's numbers say; what is up in a Collada file is along z. Vertices are welded.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace lightsout {

struct TriangleMesh;

// Which part of a file with several objects; the default takes all. STL files have neither.
struct MeshSelection {
  std::string name;         // of a node or mesh in the file, "" for any
  int material_index = -1;  // -1 for any
};

// The error names the file and, for text formats that we read, the line. A file without triangles is no error.
std::expected<TriangleMesh, std::string> read_mesh_file(const std::filesystem::path& path,
                                                        const MeshSelection& selection = {});

// STL in memory, binary or ASCII; the error does not name the file.
std::expected<TriangleMesh, std::string> read_stl(std::string_view bytes);

}  // namespace lightsout
