// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/mesh/mesh_file.h"
#include "engine/mesh/triangle_mesh.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_stl(std::string_view bytes) {
  const auto mesh = read_stl(bytes);
  if (!mesh) return;
  for (const auto& triangle : mesh->triangles)
    for (const auto vertex : triangle)
      require(std::size_t(vertex) < mesh->vertices.size(), "a triangle's corners are vertices");
}

}  // namespace lightsout::fuzz
