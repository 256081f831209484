// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// IndexedFaceSet: its faces as triangles, and where on the image each of their corners lies (VRML97, 6.23).
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <vector>

#include "world_format/nodes/node.h"

namespace lightsout {

struct FaceTriangles {
  std::vector<std::array<int, 3>> corners;  // places in coordIndex; counter-clockwise seen from outside
  std::vector<int> faces;                   // of which face each triangle is
  // What is left out: indices without a point, faces of less than three points, and how many corners those have that
  // are beyond the limit `face_corners`.
  int bad_indices = 0, small_faces = 0;
  std::vector<std::size_t> beyond_limit;
};

// Fans of convex faces, ears of others.
FaceTriangles cut_faces(const Node& indexed_face_set);

// Texture coordinates (s to the right, t up) of each corner of each triangle in turn. Without a texCoord the image lies
// over the box around the points: s along its longest side, t along the next.
std::vector<Eigen::Vector2f> face_coordinates(const Node& indexed_face_set, const FaceTriangles& triangles);

}  // namespace lightsout
