// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/shapes/collision_model.h"
#include "engine/mesh/mesh_file.h"
#include "engine/mesh/triangle_mesh.h"
#include "limits/limits.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_mesh(std::string_view bytes) {
  constexpr const char* names[] = {"m.obj", "m.dae", "m.stl", "m.ply", "m.off", "m.gltf", "m.3ds", "m.wrl"};
  set_limit(Limit::MeshSeconds, 2);  // Assimp goes round for ever over some files
  Input input(bytes);
  const char* name = names[input.take<std::uint8_t>() % std::size(names)];
  auto mesh = read_mesh_file(write_file(name, input.rest()));
  if (mesh) (void)CollisionModel::from_mesh(name, std::move(*mesh));
}

}  // namespace lightsout::fuzz
