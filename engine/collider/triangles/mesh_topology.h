// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The topology of a welded mesh: is it closed, which way does it face, of how many parts is it; and what is taken out.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/mesh/triangle_mesh.h"

namespace lightsout {

struct SurfaceReport {
  std::size_t doubles = 0;     // triangles that repeat another one
  std::size_t degenerate = 0;  // triangles of no area
  bool turned = false;         // a closed, oriented surface faced inward as a whole
  bool closed = false;
  bool oriented = false;
  std::size_t edges = 0;
  std::size_t open_edges = 0;     // with an odd number of triangles
  std::size_t twisted_edges = 0;  // passed more often in one direction than in the other
  std::size_t parts = 0;          // connected by shared vertices
  std::vector<std::int32_t> part_of_vertex;
};

// Leaves out doubles and triangles without area, turns a closed surface that faces inward, and reports. A triangle with
// three corners on a line counts for the edges (its neighbours cover it) before it is left out.
SurfaceReport clean_surface(TriangleMesh& mesh);

}  // namespace lightsout
